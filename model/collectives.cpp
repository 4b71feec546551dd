#include <fencepost/model/implementation.h>

#include <algorithm>
#include <utility>

namespace fencepost::model {

Outcome Device::Implementation::create_communicator(const Operation& operation) {
  CommunicatorState& created = at(communicators_, operation.communicator());
  created = CommunicatorState{};
  created.alive = true;
  created.ranks = operation.detail->count;
  created.profile = operation.detail->communicator_profile;
  created.last.alive = true;
  created.last.slot = emitter_.new_slot();
  created.shared_state = memory.addresses().new_region(1, MemoryKind::device);
  return {};
}

Outcome Device::Implementation::destroy_communicator(const Operation& operation) {
  CommunicatorState& destroyed = at(communicators_, operation.communicator());
  if (!destroyed.alive) {
    return refuse(operation, Status::ncclInvalidArgument, Refusal::dead_handle, destroyed.destroyed_line);
  }
  if (const std::uint32_t line = needed_by(destroyed, operation.communicator());
      line != 0 && rules_.hold(Rule::communicator_outlives_its_users)) {
    complain(operation, Refusal::communicator_in_use, line);
  }
  destroyed.alive = false;
  destroyed.destroyed_line = operation.line;
  return {};
}

std::uint32_t Device::Implementation::needed_by(const CommunicatorState& communicator, CommunicatorId id) {
  if (!communicator.windows.empty()) {
    return memory[at(windows_, communicator.windows.begin()->second).registration].allocate_line;
  }
  const auto launches_it = [&](const ExecutableState& executable) {
    return executable.alive && std::ranges::any_of(executable.plan->nodes, [&](const GraphNode& node) {
             return node.communicator == id && is_collective(node.operation);
           });
  };
  const auto user = std::ranges::find_if(executables_, launches_it);
  return user == executables_.end() ? 0 : user->instantiated_line;
}

bool Device::Implementation::serialises(const CommunicatorState& communicator) const {
  if (!rules_.hold(Rule::communicator_serialises)) return false;
  if (communicator.ranks < 2) return false;  // NCCL's one-rank shortcut (definitions.md 8).
  return communicator.profile == CommunicatorProfile::nccl || communicator.profile == CommunicatorProfile::loopback;
}

bool Device::Implementation::races_when_unordered(const CommunicatorState& communicator) {
  return communicator.profile == CommunicatorProfile::rccl ||
         communicator.profile == CommunicatorProfile::nccl_no_mixing;
}

Outcome Device::Implementation::collective(const Operation& operation) {
  CommunicatorState& communicator = at(communicators_, operation.detail->communicator);
  if (!communicator.alive) {
    return refuse(operation, Status::ncclInvalidArgument, Refusal::dead_handle, communicator.destroyed_line);
  }
  if (thread(operation).open_groups > 0) {
    thread(operation).group.push_back(
        {operation, {operation.accesses.begin(), operation.accesses.end()}, *operation.detail});
    return {};
  }
  if (auto refused = resolve_collective(operation, communicator)) return *refused;
  StreamState& runs_on = stream(operation.stream);
  if (runs_on.capturing()) {
    Capture& capture = capture_of(runs_on);
    enter_communicator(operation, capture);
    capture.add(collective_node(operation), scratch_accesses_, operation.stream);
    leave_communicator(operation, capture);
    return {};
  }
  Submission submission = Emitter::describe(operation, SubmissionKind::work, runs_on.axis, thread(operation).axis);
  submission.accesses = scratch_accesses_;
  if (serialises(communicator)) {
    if (!communicator.last.points.empty()) waits_.add(EdgeReason::collective, communicator.last.points);
    submission.slot = communicator.last.slot;
  }
  const ExecutionId execution = emit_on(runs_on, submission);
  if (serialises(communicator)) {
    set_newest_record(communicator.last, {{execution, no_node, submission.slot, runs_on.axis}});
  }
  return {};
}

std::optional<Outcome> Device::Implementation::resolve_collective(const Operation& operation,
                                                                  const CommunicatorState& communicator) {
  if (auto refused = enter_stream(operation)) return refused;
  BufferId missing;
  const auto resolved = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  scratch_accesses_.assign(resolved.begin(), resolved.end());
  use_windows(operation, communicator, scratch_accesses_);
  if (!races_when_unordered(communicator)) return std::nullopt;
  MemoryAccess state;
  state.region = communicator.shared_state;
  state.mode = AccessMode::update;
  state.hi = 1;
  scratch_accesses_.push_back(state);
  return std::nullopt;
}

GraphNode Device::Implementation::collective_node(const Operation& operation) {
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.label = operation.label;
  node.thread = operation.thread;
  node.communicator = operation.detail->communicator;
  return node;
}

GraphNode Device::Implementation::communicator_border(const Operation& operation, NodeKind kind) {
  GraphNode border = collective_node(operation);
  border.kind = kind;
  border.label = LabelId::none();
  border.library = true;
  return border;
}

void Device::Implementation::enter_communicator(const Operation& operation, Capture& capture) {
  const CommunicatorId id = operation.detail->communicator;
  if (!serialises(at(communicators_, id))) return;
  const auto before = capture.newest_collectives().find(id);
  if (before == capture.newest_collectives().end()) {
    capture.add(communicator_border(operation, NodeKind::external_wait), {}, operation.stream);
    return;
  }
  capture.depend(operation.stream, std::span(&before->second, 1));
  // The record of this collective comes behind it, so after a launch it is never the newest one.
  capture.supersede(before->second);
}

void Device::Implementation::leave_communicator(const Operation& operation, Capture& capture) {
  const CommunicatorId id = operation.detail->communicator;
  if (!serialises(at(communicators_, id))) return;
  capture.newest_collectives()[id] =
      capture.add(communicator_border(operation, NodeKind::external_record), {}, operation.stream);
}

}  // namespace fencepost::model
