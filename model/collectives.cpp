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
  if (thread(operation).in_group) {
    thread(operation).group.push_back(
        {operation, {operation.accesses.begin(), operation.accesses.end()}, *operation.detail});
    return {};
  }
  StreamState& runs_on = stream(operation.stream);
  if (auto refused = enter_stream(operation)) return *refused;

  BufferId missing;
  const auto resolved = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  scratch_accesses_.assign(resolved.begin(), resolved.end());
  use_windows(operation, communicator, scratch_accesses_);
  if (races_when_unordered(communicator)) {
    MemoryAccess state;
    state.region = communicator.shared_state;
    state.mode = AccessMode::update;
    state.hi = 1;
    scratch_accesses_.push_back(state);
  }
  if (runs_on.capturing()) {
    return collective_in_capture(operation, capture_of(runs_on), communicator, scratch_accesses_);
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

Outcome Device::Implementation::begin_group(const Operation& operation) {
  if (thread(operation).in_group) return not_modelled(operation, "group_begin inside a group");
  thread(operation).in_group = true;
  return {};
}

Outcome Device::Implementation::end_group(const Operation& operation) {
  if (!thread(operation).in_group) return misuse(operation, "no group is open on this thread; add `group_begin`");
  thread(operation).in_group = false;
  std::vector<GroupedCollective> group = std::exchange(thread(operation).group, {});
  std::vector<StreamId> joined;
  for (GroupedCollective& each : group) {
    each.operation.accesses = each.accesses;
    each.operation.detail = &each.detail;
    if (std::find(joined.begin(), joined.end(), each.operation.stream) == joined.end()) {
      joined.push_back(each.operation.stream);
    }
  }
  const auto apart = [&](StreamId id) { return capture_on(id) != capture_on(joined.front()); };
  if (std::any_of(joined.begin(), joined.end(), apart))
    return not_modelled(operation, "a group on streams of different captures");
  const bool joins = joined.size() > 1 && rules_.hold(Rule::group_joins_its_streams);
  if (joins) join_streams(operation, joined);
  Outcome outcome;
  for (const GroupedCollective& each : group) {
    waits_.clear();
    const Outcome one = collective(each.operation);
    if (one.status != Status::success) outcome = one;
  }
  if (joins) join_streams(operation, joined);
  return outcome;
}

void Device::Implementation::join_streams(const Operation& operation, std::span<const StreamId> joined) {
  const CaptureId id = capture_on(joined.front());
  if (!id.exists()) return join_streams_eagerly(operation, joined);
  Capture& capture = captures_[id.index()];
  Frontier all;
  for (const StreamId each : joined) merge_into(all, capture.frontier(each));
  for (const StreamId each : joined) capture.depend(each, all);
}

void Device::Implementation::join_streams_eagerly(const Operation& operation, std::span<const StreamId> joined) {
  std::vector<CompletionPoint> points;
  for (const StreamId each : joined) {
    if (stream(each).alive) points.push_back(library_record(operation, each));
  }
  for (const StreamId each : joined) {
    if (!stream(each).alive) continue;
    waits_.clear();
    for (const CompletionPoint& point : points) {
      if (point.axis != stream(each).axis) waits_.add(EdgeReason::collective, point);
    }
    Submission submission =
        Emitter::describe(operation, SubmissionKind::wait, stream(each).axis, thread(operation).axis);
    submission.stream = each;
    emit_on(stream(each), submission);
  }
  waits_.clear();
  for (const CompletionPoint& point : points) emitter_.free_slot(point.slot);
}

Outcome Device::Implementation::collective_in_capture(const Operation& operation, Capture& capture,
                                                      CommunicatorState& communicator,
                                                      std::span<const MemoryAccess> accesses) {
  const CommunicatorId id = operation.detail->communicator;
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.label = operation.label;
  node.thread = operation.thread;
  node.communicator = id;
  if (!serialises(communicator)) {
    capture.add(node, accesses, operation.stream);
    return {};
  }
  GraphNode border = node;
  border.label = LabelId::none();
  border.library = true;
  border.communicator = id;
  auto& newest = capture.newest_collectives();
  if (const auto before = newest.find(id); before != newest.end()) {
    capture.depend(operation.stream, std::span(&before->second, 1));
    // The record of this collective comes behind it, so after a launch it is never the newest one.
    capture.supersede(before->second);
  } else {
    border.kind = NodeKind::external_wait;
    capture.add(border, {}, operation.stream);
  }
  capture.add(node, accesses, operation.stream);
  border.kind = NodeKind::external_record;
  newest[id] = capture.add(border, {}, operation.stream);
  return {};
}

}  // namespace fencepost::model
