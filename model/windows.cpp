#include <fencepost/model/implementation.h>

#include <algorithm>
#include <iterator>

namespace fencepost::model {

namespace {

/// The windows of one communicator on bytes of `access`, in the order of addresses.
std::vector<WindowId> windows_on(const std::map<Block, WindowId>& windows, const MemoryAccess& access) {
  std::vector<WindowId> found;
  auto at = windows.lower_bound({access.region, access.lo, 0});
  if (at != windows.begin()) {
    const auto before = std::prev(at);
    if (before->first.region == access.region && before->first.hi > access.lo) at = before;
  }
  for (; at != windows.end() && at->first.region == access.region && at->first.lo < access.hi; ++at) {
    found.push_back(at->second);
  }
  return found;
}

Block block_of(const Generation& tenure) { return {tenure.region, tenure.lo, tenure.hi}; }

}  // namespace

Outcome Device::Implementation::register_window(const Operation& operation) {
  const BufferId buffer = operation.detail->buffer;
  CommunicatorState& communicator = at(communicators_, operation.detail->communicator);
  if (!communicator.alive) return refuse(operation, Status::ncclInvalidArgument, Refusal::dead_handle);
  const GenerationId owner = memory.current(buffer);
  if (!owner.exists()) return misuse(operation, "this buffer was never allocated");
  if (!memory[owner].alive()) {
    return refuse(operation, Status::ncclInvalidArgument, Refusal::window_without_memory, memory[owner].release_line);
  }
  const Block bytes = block_of(memory[owner]);
  if (!windows_on(communicator.windows, {bytes.region, {}, AccessMode::read, false, 0, bytes.lo, bytes.hi}).empty()) {
    return misuse(operation, "these bytes have a window of this communicator already; deregister it first");
  }
  Generation registration;
  registration.buffer = buffer;
  registration.window = operation.window();
  registration.initialised = true;
  registration.region = memory.addresses().new_region(bytes.size(), MemoryKind::device);
  registration.hi = bytes.size();
  registration.allocate_line = operation.line;
  registration.allocated_at = emitter_.next();
  const GenerationId id = memory.add(registration);
  at(windows_, operation.window()) = {operation.detail->communicator, id, owner, bytes, true};
  communicator.windows[bytes] = operation.window();
  emit_hand_over(operation, id, block_of(registration), {});
  return {};
}

Outcome Device::Implementation::deregister_window(const Operation& operation) {
  WindowState& window = at(windows_, operation.window());
  if (!window.alive) {
    return refuse(operation, Status::ncclInvalidArgument, Refusal::dead_handle,
                  memory[window.registration].release_line);
  }
  CommunicatorState& communicator = at(communicators_, window.communicator);
  if (!communicator.alive) return refuse(operation, Status::ncclInvalidArgument, Refusal::dead_handle);
  const Generation& memory_behind = memory[window.memory];
  // A registered pool keeps its windows when a block goes back to its list.
  if (!memory_behind.alive() && memory_behind.pool_kind != PoolKind::registered &&
      rules_.hold(Rule::window_ends_before_its_memory)) {
    complain(operation, Refusal::window_without_memory, memory_behind.release_line, memory_behind.buffer);
  }
  window.alive = false;
  communicator.windows.erase(window.bytes);
  if (memory[window.registration].alive()) end_registration(operation, window.registration);
  return {};
}

void Device::Implementation::end_registration(const Operation& operation, GenerationId id) {
  Generation& registration = memory[id];
  MemoryAccess end_of_life = wipe(block_of(registration));
  end_of_life.generation = id;
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::release, axis, axis);
  submission.hand_over = {registration.region, id, registration.lo, registration.hi, {}};
  if (rules_.hold(Rule::window_outlives_its_collectives)) submission.accesses = std::span(&end_of_life, 1);
  registration.release_line = operation.line;
  waits_.clear();
  registration.released_at = emit_host(submission);
}

void Device::Implementation::end_registrations_of(const Operation& operation, GenerationId owner) {
  const Generation& bytes = memory[owner];
  const MemoryAccess all{bytes.region, {}, AccessMode::read, false, 0, bytes.lo, bytes.hi};
  for (const CommunicatorState& communicator : communicators_) {
    for (const WindowId id : windows_on(communicator.windows, all)) {
      const GenerationId registration = at(windows_, id).registration;
      if (memory[registration].alive()) end_registration(operation, registration);
    }
  }
}

void Device::Implementation::use_windows(const Operation& operation, const CommunicatorState& communicator,
                                         std::vector<MemoryAccess>& accesses) {
  if (windows_.empty() || communicator.ranks < 2) return;  // NCCL's one-rank shortcut (definitions.md 8).
  const std::size_t count = accesses.size();
  for (std::size_t i = 0; i < count; ++i) {
    const MemoryAccess touched = accesses[i];
    const std::vector<WindowId> used = windows_on(communicator.windows, touched);
    std::uint64_t covered = 0;
    for (const WindowId id : used) {
      const WindowState& window = at(windows_, id);
      MemoryAccess use = touched;
      use.region = memory[window.registration].region;
      use.generation = window.registration;
      use.mode = AccessMode::read;
      use.after_release = false;
      use.version = 0;
      use.lo = std::max(touched.lo, window.bytes.lo) - window.bytes.lo;
      use.hi = std::min(touched.hi, window.bytes.hi) - window.bytes.lo;
      covered += use.hi - use.lo;
      accesses.push_back(use);
    }
    if (covered == touched.hi - touched.lo || !touched.generation.exists()) continue;
    const BufferId buffer = memory[touched.generation].buffer;
    if (!used.empty()) {
      const std::uint32_t line = memory[at(windows_, used.front()).registration].allocate_line;
      if (rules_.hold(Rule::window_covers_the_whole_use))
        complain(operation, Refusal::window_covers_a_part, line, buffer);
    } else if (const std::uint32_t line = window_elsewhere(touched);
               line != 0 && rules_.hold(Rule::window_is_of_one_communicator)) {
      complain(operation, Refusal::window_of_another_communicator, line, buffer);
    }
  }
}

std::uint32_t Device::Implementation::window_elsewhere(const MemoryAccess& access) {
  for (const CommunicatorState& other : communicators_) {
    const std::vector<WindowId> found = windows_on(other.windows, access);
    if (!found.empty()) return memory[at(windows_, found.front()).registration].allocate_line;
  }
  return 0;
}

}  // namespace fencepost::model
