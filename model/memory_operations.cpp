#include <fencepost/model/implementation.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace fencepost::model {

Outcome Device::Implementation::create_buffer(const Operation& operation) {
  Generation generation;
  generation.buffer = operation.buffer();
  generation.memory = operation.detail->memory;
  generation.initialised = true;
  generation.region = memory.addresses().new_region(operation.detail->size, operation.detail->memory);
  generation.hi = operation.detail->size;
  const Block block{generation.region, 0, generation.hi};
  generation.allocated_at = emitter_.next();
  const GenerationId id = memory.begin(generation);
  emit_hand_over(operation, id, block, {});
  return {Status::success, Status::success, std::nullopt, memory.addresses().base(generation.region)};
}

Outcome Device::Implementation::create_pool(const Operation& operation) {
  PoolState& created = pool(operation.pool());
  created.kind = operation.detail->pool_kind;
  created.profile = operation.detail->allocator_profile;
  created.reuses_in_capture = operation.flags.graph_capture_record_stream_reuse;
  created.declared = true;
  return {};
}

CaptureId Device::Implementation::capture_on(StreamId id) const {
  return id.exists() && id.index() < streams_.size() ? streams_[id.index()].capture : CaptureId::none();
}

bool Device::Implementation::captured_on_its_device(StreamId id) const {
  const StreamState& captured = streams_[id.index()];
  return captured.device == streams_[captures_[captured.capture.index()].origin().stream.index()].device;
}

PoolId Device::Implementation::route(const Operation& operation) const {
  if (operation.detail->pool.exists()) return operation.detail->pool;
  const CaptureId capture = capture_on(operation.stream);
  const bool served = capture.exists() &&
                      (captured_on_its_device(operation.stream) || !rules_.hold(Rule::capture_pool_serves_its_device));
  if (served && rules_.hold(Rule::capture_routes_to_its_pool)) {
    return captures_[capture.index()].origin().pool;
  }
  if (!rules_.hold(Rule::private_pool_never_feeds_eager)) {
    for (std::uint32_t i = 0; i < pools_.size(); ++i) {
      if (pools_[i].declared && pools_[i].kind == PoolKind::private_pool) return PoolId{i};
    }
  }
  return PoolId::none();
}

namespace {

/// Whether the pool keeps what is free apart by stream.
constexpr bool has_home_streams(PoolKind kind) {
  return kind != PoolKind::raw && kind != PoolKind::registered && kind != PoolKind::pinned;
}

}  // namespace

Outcome Device::Implementation::allocate(const Operation& operation) {
  const GenerationId before = memory.current(operation.buffer());
  if (before.exists() && memory[before].alive()) {
    return misuse(operation, fmt::format("this buffer is already allocated, at line {}; `free` it first",
                                         memory[before].allocate_line));
  }
  const PoolId from = route(operation);
  PoolState& source = pool(from);
  const bool needs_stream = has_home_streams(source.kind);
  if (needs_stream && !operation.stream.exists()) {
    return misuse(operation, "this pool keeps a free list for each stream; add `stream=`");
  }
  if (needs_stream && !stream(operation.stream).alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle,
                  stream(operation.stream).destroyed_line);
  }
  if (in_stream_order(source.kind)) return allocate_in_stream_order(operation, from);
  if (source.kind == PoolKind::raw) {  // Rows M01 and M02: this is cudaMalloc.
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  poll_parked_blocks(operation);
  Generation generation;
  generation.pool_kind = source.kind;
  generation.pool = from;
  generation.memory = source.kind == PoolKind::pinned ? MemoryKind::pinned : MemoryKind::device;
  TensorState tensor;
  tensor.pool = from;
  if (auto refused = place(operation, source, tensor, generation)) return *refused;
  return hand_over(operation, generation, tensor);
}

std::optional<Outcome> Device::Implementation::place(const Operation& operation, PoolState& source, TensorState& tensor,
                                                     Generation& generation) {
  if (caches_blocks(source.kind)) generation.graph_memory = source.kind == PoolKind::private_pool;
  if (operation.detail->address) return place_as_recorded(operation, source, tensor);
  if (!caches_blocks(source.kind)) return place_in_list(operation, source, tensor, generation);
  tensor.block = take_block(tensor.pool, operation.detail->size, operation.stream);
  return std::nullopt;
}

std::optional<Outcome> Device::Implementation::place_in_list(const Operation& operation, PoolState& source,
                                                             TensorState& tensor, Generation& generation) {
  const std::uint64_t size = operation.detail->size;
  const CaptureId capture = capture_on(operation.stream);
  if (const auto reused = source.list.pop(size)) {
    tensor.block = reused->block;
    generation.graph_memory = reused->graph_memory;
    return std::nullopt;
  }
  if (source.kind == PoolKind::registered && capture.exists()) {
    return refuse(operation, Status::cudaErrorMemoryAllocation, Refusal::pool_exhausted_in_capture,
                  captures_[capture.index()].origin().line);
  }
  if (source.kind == PoolKind::scratch) {
    const PoolId fresh = capture.exists() ? captures_[capture.index()].origin().pool : PoolId::none();
    tensor.block = take_block(fresh, size, operation.stream);
    generation.graph_memory = fresh.exists();
    return std::nullopt;
  }
  if (source.kind == PoolKind::pinned) {  // Row M13: this is cudaMallocHost.
    if (auto refused = unsafe_call(operation)) return refused;
  }
  tensor.block = {memory.addresses().new_region(size, generation.memory), 0, size};
  memory.count_reserved(tensor.pool, size);
  return std::nullopt;
}

std::optional<Outcome> Device::Implementation::place_as_recorded(const Operation& operation, const PoolState& source,
                                                                 TensorState& tensor) {
  const MemoryKind kind = source.kind == PoolKind::pinned ? MemoryKind::pinned : MemoryKind::device;
  const Address lo = *operation.detail->address;
  if (operation.detail->size > std::numeric_limits<std::uint64_t>::max() - lo) {
    return misuse(operation, "these bytes end beyond the last address; correct `at=` or the size");
  }
  tensor.block = {memory.addresses().recorded_region(kind), lo, lo + operation.detail->size};
  tensor.recorded = true;
  const auto behind = recorded_blocks_.lower_bound({tensor.block.region, tensor.block.hi, 0});
  if (behind != recorded_blocks_.begin()) {
    const auto& [block, buffer] = *std::prev(behind);
    if (block.region == tensor.block.region && block.hi > lo) {
      const std::uint32_t line = memory[memory.current(buffer)].allocate_line;
      return misuse(operation, fmt::format("these addresses belong to what line {} allocated, and it has not been "
                                           "freed; add its `free`, or correct `at=`",
                                           line));
    }
  }
  recorded_blocks_[tensor.block] = operation.buffer();
  return std::nullopt;
}

Block Device::Implementation::take_block(PoolId from, std::uint64_t bytes, StreamId home) {
  const StreamId list = rules_.hold(Rule::caching_reuse_is_per_home_stream) ? home : StreamId{0};
  CachingPool& caching = pool(from).caching;
  const std::uint64_t reserved_before = caching.reserved();
  const Block block = caching.allocate(bytes, list, memory.addresses());
  memory.count_reserved(from, caching.reserved() - reserved_before);
  return block;
}

Outcome Device::Implementation::hand_over(const Operation& operation, Generation generation,
                                          const TensorState& tensor) {
  generation.buffer = operation.buffer();
  generation.pooled = true;
  generation.region = tensor.block.region;
  generation.lo = tensor.block.lo;
  generation.hi = tensor.block.hi;
  generation.home_stream = operation.stream;
  generation.capture = capture_on(operation.stream);
  generation.allocate_line = operation.line;
  generation.allocated_at = emitter_.next();
  const GenerationId id = memory.begin(generation);
  at(tensors_, operation.buffer()) = tensor;
  memory.count_allocation(tensor.pool, tensor.block.size());

  // Incidental order protects just the bytes whose older accesses the pool saw complete.
  std::uint64_t from = generation.lo;
  auto discharge = discharges_.lower_bound({generation.region, generation.lo, 0});
  if (discharge != discharges_.begin()) {
    const auto earlier = std::prev(discharge);
    if (earlier->first.region == generation.region && earlier->first.hi > generation.lo) discharge = earlier;
  }
  while (discharge != discharges_.end() && discharge->first.region == generation.region &&
         discharge->first.lo < generation.hi) {
    const auto [block, points] = *discharge;
    discharge = discharges_.erase(discharge);
    const Block part{block.region, std::max(block.lo, generation.lo), std::min(block.hi, generation.hi)};
    if (block.lo < part.lo) discharges_[{block.region, block.lo, part.lo}] = points;
    if (block.hi > part.hi) discharge = discharges_.insert({{block.region, part.hi, block.hi}, points}).first;
    if (from < part.lo) emit_hand_over(operation, id, {block.region, from, part.lo}, {});
    emit_hand_over(operation, id, part, points);
    from = part.hi;
  }
  if (from < generation.hi) emit_hand_over(operation, id, {generation.region, from, generation.hi}, {});
  return {Status::success, Status::success, std::nullopt, memory.addresses().base(generation.region) + generation.lo};
}

void Device::Implementation::emit_hand_over(const Operation& operation, GenerationId generation, const Block& block,
                                            std::span<const CompletionPoint> discharged) {
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::hand_over, axis, axis);
  submission.hand_over = {block.region, generation, block.lo, block.hi, discharged};
  waits_.clear();
  emit_host(submission);
}

Outcome Device::Implementation::release(const Operation& operation) {
  const GenerationId id = memory.current(operation.buffer());
  if (!id.exists() || !memory[id].pooled) {
    return misuse(operation, id.exists() ? "this buffer is declared with `buffer` and lives to the end; only what "
                                           "`alloc` handed out can be freed"
                                         : "this buffer was never allocated");
  }
  if (at(tensors_, operation.buffer()).unmapped) return release_unmapped(operation);
  if (!memory[id].alive()) {
    // The driver looks at the stream and at captures first.
    if (in_stream_order(pool(at(tensors_, operation.buffer()).pool).kind))
      return release_in_stream_order(operation, id);
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::double_free, memory[id].release_line);
  }
  if (is_retained(id)) {
    at(tensors_, operation.buffer()).free_pending = true;
    return {};
  }
  const TensorState tensor = at(tensors_, operation.buffer());
  PoolState& owner = pool(tensor.pool);
  if (in_stream_order(owner.kind)) return release_in_stream_order(operation, id);
  if (owner.kind == PoolKind::raw) {  // Row M01: this is cudaFree.
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  Generation& generation = memory[id];
  recorded_blocks_.erase(tensor.block);
  if (stays_with_a_graph(owner, tensor)) generation.graph_memory = true;
  const bool private_memory = generation.graph_memory;
  const StreamId home = generation.home_stream;
  generation.release_line = operation.line;
  generation.released_in = capture_on(home);
  generation.deferred = !tensor.recorded_streams.empty() && rules_.hold(Rule::record_stream_defers_reuse);
  memory.count_release(tensor.pool, tensor.block.size());
  if (owner.kind == PoolKind::raw) return release_raw(operation, tensor, id);

  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::release, axis, axis);
  submission.stream = StreamId::none();
  submission.hand_over = {tensor.block.region, id, tensor.block.lo, tensor.block.hi, {}};
  memory[id].released_at = emit_host(submission);
  if (owner.kind == PoolKind::scratch || owner.kind == PoolKind::registered) {
    if (!tensor.recorded) owner.list.push({tensor.block, private_memory});
  } else {
    release_cached(operation, tensor, home);
  }
  return {};
}

Outcome Device::Implementation::release_raw(const Operation& operation, const TensorState& tensor,
                                            GenerationId generation) {
  if (!rules_.hold(Rule::raw_free_orders_nothing)) {
    for (const StreamState& other : streams_) {
      if (other.tail != 0) waits_.add(EdgeReason::sync, other.newest());
    }
    if (!waits_.empty()) host_wait(operation);
    waits_.clear();
  }
  end_bytes(operation, generation);
  if (!tensor.recorded) pool(tensor.pool).list.push({tensor.block, false});
  return {};
}

void Device::Implementation::end_bytes(const Operation& operation, GenerationId id) {
  Generation& generation = memory[id];
  MemoryAccess end_of_life = wipe({generation.region, generation.lo, generation.hi});
  end_of_life.generation = id;
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::release, axis, axis);
  submission.stream = StreamId::none();
  submission.hand_over = {generation.region, id, generation.lo, generation.hi, {}};
  submission.accesses = std::span(&end_of_life, 1);
  generation.release_line = operation.line;
  generation.released_at = emit_host(submission);
}

void Device::Implementation::renew(const Operation& operation, GenerationId id) {
  Generation& generation = memory[id];
  generation.release_line = 0;
  generation.released_at = 0;
  emit_hand_over(operation, id, {generation.region, generation.lo, generation.hi}, {});
}

void Device::Implementation::release_cached(const Operation& operation, const TensorState& tensor, StreamId home) {
  PoolState& owner = pool(tensor.pool);
  const bool captured = home.exists() && stream(home).capturing();
  if (!rules_.hold(Rule::release_orders_nothing) && home.exists() && !captured) {
    waits_.clear();
    for (const StreamState& other : streams_) {
      if (other.tail != 0) waits_.add(EdgeReason::event, other.newest());
    }
    Submission submission =
        Emitter::describe(operation, SubmissionKind::wait, stream(home).axis, thread(operation).axis);
    emit_on(stream(home), submission);
  }
  if (stays_with_a_graph(owner, tensor)) return;
  if (!tensor.recorded_streams.empty() && rules_.hold(Rule::record_stream_defers_reuse)) {
    park(operation, tensor, home);
  } else if (!tensor.recorded) {
    give_back(owner, tensor.block);
  }
}

bool Device::Implementation::stays_with_a_graph(const PoolState& owner, const TensorState& tensor) const {
  const bool captured = std::any_of(tensor.recorded_streams.begin(), tensor.recorded_streams.end(),
                                    [](const RecordedStream& recorded) { return recorded.while_capturing; });
  return captured && owner.kind == PoolKind::pinned && rules_.hold(Rule::captured_pinned_use_is_for_ever);
}

void Device::Implementation::give_back(PoolState& owner, const Block& block) {
  if (owner.kind == PoolKind::pinned) {
    owner.list.push({block, false});
  } else {
    owner.caching.release(block);
  }
}

Outcome Device::Implementation::trim(const Operation& operation) {
  PoolState& trimmed = pool(operation.pool());
  if (in_stream_order(trimmed.kind)) {  // Row M16: this is cudaMemPoolTrimTo.
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  if (!rules_.hold(Rule::trim_gives_free_blocks_back)) return {};
  unpark(operation, trimmed, [&](const ParkedBlock& parked) { return may_poll(trimmed, parked); });
  const std::uint64_t reserved_before = trimmed.caching.reserved();
  trimmed.caching.trim(memory.addresses());
  memory.count_returned(operation.pool(), reserved_before - trimmed.caching.reserved());
  trimmed.list.clear();
  trimmed.async.clear();
  return {};
}

}  // namespace fencepost::model
