#include <fencepost/model/graph_paths.h>
#include <fencepost/model/implementation.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::model {

MemoryAccess Device::Implementation::wipe(const Block& block) {
  MemoryAccess access;
  access.region = block.region;
  access.mode = AccessMode::write;
  access.lo = block.lo;
  access.hi = block.hi;
  return access;
}

Block Device::Implementation::fresh_block(PoolId from, std::uint64_t bytes) {
  memory.count_reserved(from, AsyncPool::rounded(bytes));
  return {memory.addresses().new_region(AsyncPool::rounded(bytes), MemoryKind::device), 0, bytes};
}

void Device::Implementation::give_up(const Operation& operation, GenerationId id) {
  const TensorState& tensor = at(tensors_, operation.buffer());
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::release, axis, axis);
  submission.stream = StreamId::none();
  submission.hand_over = {tensor.block.region, id, tensor.block.lo, tensor.block.hi, {}};
  waits_.clear();
  memory.count_release(tensor.pool, tensor.block.size());
  memory[id].release_line = operation.line;
  memory[id].released_at = emit_host(submission);
}

Outcome Device::Implementation::allocate_in_stream_order(const Operation& operation, PoolId from) {
  StreamState& on = stream(operation.stream);
  PoolState& source = pool(from);
  Generation generation;
  generation.pool_kind = source.kind;
  generation.pool = from;
  if (auto refused = enter_stream(operation)) {
    // The fault is reported. What comes later still names the tensor, so it stands somewhere.
    TensorState nowhere;
    nowhere.block = fresh_block(from, operation.detail->size);
    nowhere.pool = from;
    hand_over(operation, generation, nowhere);
    return *refused;
  }
  if (on.capturing()) return allocate_in_graph(operation, capture_of(on), from);
  if (source.kind == PoolKind::graph_memory) {
    return misuse(operation, "nodes of a graph allocate from this pool; use it on a capturing stream");
  }
  if (auto refused = unsafe_call(operation)) return *refused;  // Row M14.
  TensorState tensor;
  tensor.pool = from;
  const std::uint64_t size = operation.detail->size;
  SlotId used_up;
  if (operation.detail->address) {
    if (auto refused = place_as_recorded(operation, source, tensor)) return *refused;
  } else if (const auto reused = source.async.take(size, operation.stream)) {
    tensor.block = reused->from.block;
    // Rows P01 to P03: elsewhere than where they were freed, the bytes come with an order of their own.
    if (reused->from.stream != operation.stream) discharges_[tensor.block] = {reused->from.freed};
    if (reused->whole) used_up = reused->from.freed.slot;
  } else {
    tensor.block = fresh_block(from, size);
  }
  const Outcome placed = hand_over(operation, generation, tensor);
  emitter_.free_slot(used_up);
  if (!rules_.hold(Rule::async_allocation_is_stream_work)) return placed;
  const MemoryAccess access = wipe(tensor.block);
  Submission submission = Emitter::describe(operation, SubmissionKind::work, on.axis, thread(operation).axis);
  submission.accesses = std::span(&access, 1);
  emit_on(on, submission);
  return placed;
}

Outcome Device::Implementation::allocate_in_graph(const Operation& operation, Capture& capture, PoolId from) {
  const std::uint64_t size = operation.detail->size;
  TensorState tensor;
  tensor.pool = from;
  std::vector<FreedInGraph>& freed = capture.freed();
  const auto reused = std::find_if(freed.rbegin(), freed.rend(), [&](const FreedInGraph& free) {
    return AsyncPool::rounded(free.block.size()) >= AsyncPool::rounded(size) &&
           leads_to_any(capture.plan(), free.freed_by, capture.frontier(operation.stream));
  });
  if (operation.detail->address) {
    if (auto refused = place_as_recorded(operation, pool(from), tensor)) return *refused;
  } else if (reused != freed.rend()) {  // Rows A03 and A04.
    Block& range = reused->block;
    tensor.block = {range.region, range.lo, range.lo + size};
    range.lo += AsyncPool::rounded(size);
    if (range.lo >= range.hi) freed.erase(std::next(reused).base());
  } else {  // Row A05: no other graph has these addresses.
    tensor.block = fresh_block(from, size);
  }
  Generation generation;
  generation.pool_kind = PoolKind::graph_memory;
  generation.pool = from;
  generation.graph_memory = true;
  const Outcome placed = hand_over(operation, generation, tensor);
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.thread = operation.thread;
  const MemoryAccess access = wipe(tensor.block);
  const bool works = rules_.hold(Rule::async_allocation_is_stream_work);
  capture.add(node, std::span(&access, works ? 1 : 0), operation.stream);
  capture.memory().has_nodes = true;
  capture.memory().kept.push_back(memory.current(operation.buffer()));
  return placed;
}

Outcome Device::Implementation::release_in_stream_order(const Operation& operation, GenerationId id) {
  Operation located = operation;
  if (!located.stream.exists()) located.stream = memory[id].home_stream;
  if (auto refused = enter_stream(located)) return *refused;
  StreamState& on = stream(located.stream);
  if (!on.capturing()) {
    if (auto refused = unsafe_call(located)) return *refused;  // Row M14.
  }
  if (!memory[id].alive()) {  // Rows P05 and A08.
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::double_free, memory[id].release_line);
  }
  if (on.capturing()) return release_in_graph(located, capture_of(on), id);
  if (memory[id].graph_memory && !launched_memory_.contains(id) &&
      rules_.hold(Rule::graph_memory_exists_once_launched)) {  // Row A06.
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::free_of_unallocated, memory[id].allocate_line);
  }
  const TensorState tensor = at(tensors_, operation.buffer());
  MemoryAccess end_of_life = wipe(tensor.block);
  end_of_life.generation = id;
  Submission submission = Emitter::describe(located, SubmissionKind::release, on.axis, thread(operation).axis);
  submission.hand_over = {tensor.block.region, id, tensor.block.lo, tensor.block.hi, {}};
  submission.slot = emitter_.new_slot();
  if (rules_.hold(Rule::async_free_is_stream_work)) submission.accesses = std::span(&end_of_life, 1);
  Generation& generation = memory[id];
  generation.release_line = operation.line;
  generation.released_at = emit_on(on, submission);
  memory.count_release(tensor.pool, tensor.block.size());
  const CompletionPoint freed{generation.released_at, no_node, submission.slot, on.axis};
  if (tensor.recorded) {
    recorded_blocks_.erase(tensor.block);
    discharges_[tensor.block] = {freed};
  } else if (!generation.graph_memory) {
    for (const CompletionPoint& covered : pool(tensor.pool).async.give_back({tensor.block, located.stream, freed})) {
      emitter_.free_slot(covered.slot);
    }
  }
  return {};
}

Outcome Device::Implementation::release_in_graph(const Operation& operation, Capture& capture, GenerationId id) {
  auto& kept = capture.memory().kept;
  const auto allocated_here = std::find(kept.begin(), kept.end(), id);
  const bool of_this_graph = allocated_here != kept.end();
  if (!of_this_graph && !memory[id].graph_memory) {  // Row A07: a free node is for what a node allocated.
    capture.memory().has_nodes = true;
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::free_of_unallocated, memory[id].allocate_line);
  }
  if (of_this_graph) kept.erase(allocated_here);
  const TensorState tensor = at(tensors_, operation.buffer());
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.thread = operation.thread;
  MemoryAccess end_of_life = wipe(tensor.block);
  end_of_life.generation = id;
  const bool works = rules_.hold(Rule::async_free_is_stream_work);
  const NodeIndex freed_by = capture.add(node, std::span(&end_of_life, works ? 1 : 0), operation.stream);
  if (!of_this_graph) {  // Another graph allocated it: each launch frees what is there by then.
    capture.memory().freed_of_others.push_back(id);
    return {};
  }
  if (tensor.recorded) {
    recorded_blocks_.erase(tensor.block);
  } else {
    capture.freed().push_back({tensor.block, freed_by});
  }
  memory[id].released_in = capture.origin().id;
  give_up(operation, id);
  return {};
}

std::optional<Outcome> Device::Implementation::renew_graph_memory(const Operation& operation,
                                                                  const ExecutableState& executable) {
  for (const GenerationId id : executable.memory.freed_of_others) {
    if (memory[id].alive() && launched_memory_.contains(id)) continue;  // Row A09.
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::double_free, memory[id].release_line);
  }
  launched_memory_.insert(executable.memory.kept.begin(), executable.memory.kept.end());
  if (executable.last_launch.execution == 0) return std::nullopt;
  for (const GenerationId id : executable.memory.kept) {
    Generation& generation = memory[id];
    const bool frees = executable.auto_free && rules_.hold(Rule::auto_free_frees_at_launch);
    if (generation.alive() && !frees && rules_.hold(Rule::graph_memory_is_freed_before_relaunch)) {
      return refuse(operation, Status::cudaErrorInvalidValue, Refusal::graph_memory_outstanding,
                    generation.allocate_line);
    }
    if (!generation.alive()) memory.count_allocation(generation.pool, generation.hi - generation.lo);
    renew(operation, id);
  }
  waits_.clear();
  return std::nullopt;
}

void Device::Implementation::free_memory_of_others(const Operation& operation, const ExecutableState& executable) {
  for (const GenerationId id : executable.memory.freed_of_others) {
    Generation& generation = memory[id];
    generation.release_line = operation.line;
    generation.released_at = executable.last_launch.execution;
    memory.count_release(generation.pool, generation.hi - generation.lo);
  }
}

}  // namespace fencepost::model
