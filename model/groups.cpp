#include <fencepost/model/implementation.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fencepost::model {

Outcome Device::Implementation::begin_group(const Operation& operation) {
  ++thread(operation).open_groups;
  return {};
}

Outcome Device::Implementation::end_group(const Operation& operation) {
  if (thread(operation).open_groups == 0) {
    return misuse(operation, "no group is open on this thread; add `group_begin`");
  }
  if (--thread(operation).open_groups > 0) return {};  // The outermost end runs them all.
  std::vector<GroupedCollective> group = std::exchange(thread(operation).group, {});
  if (group.empty()) return {};
  std::vector<StreamId> joined;
  for (GroupedCollective& each : group) {
    each.operation.accesses = each.accesses;
    each.operation.detail = &each.detail;
    if (std::find(joined.begin(), joined.end(), each.operation.stream) == joined.end()) {
      joined.push_back(each.operation.stream);
    }
  }
  const CaptureId capture = capture_on(joined.front());
  const auto apart = [&](StreamId id) { return capture_on(id) != capture; };
  if (std::any_of(joined.begin(), joined.end(), apart)) {
    return refuse(operation, Status::ncclInvalidUsage, Refusal::invalid_argument);
  }
  const bool joins = joined.size() > 1 && rules_.hold(Rule::group_joins_its_streams);
  if (joins) join_streams(operation, joined);
  const Outcome outcome =
      capture.exists() ? group_in_capture(captures_[capture.index()], group, joined) : group_eagerly(group);
  if (joins) join_streams(operation, joined);
  if (!capture.exists()) serialise_behind(operation, group);
  return outcome;
}

Outcome Device::Implementation::group_eagerly(std::span<const GroupedCollective> group) {
  Outcome outcome;
  std::map<StreamId, ExecutionId> first_on;
  std::vector<CommunicatorId> entered;
  for (const GroupedCollective& each : group) {
    const Operation& operation = each.operation;
    const CommunicatorId id = operation.detail->communicator;
    CommunicatorState& communicator = at(communicators_, id);
    waits_.clear();
    if (auto refused = resolve_collective(operation, communicator)) {
      outcome = *refused;
      continue;
    }
    // One unit touches the state of a library once.
    const bool again = std::find(entered.begin(), entered.end(), id) != entered.end();
    if (again && races_when_unordered(communicator)) scratch_accesses_.pop_back();
    entered.push_back(id);
    StreamState& runs_on = stream(operation.stream);
    Submission submission = Emitter::describe(operation, SubmissionKind::work, runs_on.axis, thread(operation).axis);
    submission.accesses = scratch_accesses_;
    if (serialises(communicator) && !communicator.last.points.empty()) {
      waits_.add(EdgeReason::collective, communicator.last.points);
    }
    const auto [first, alone] = first_on.try_emplace(operation.stream, emitter_.next());
    if (!alone && rules_.hold(Rule::group_is_one_unit)) submission.overlaps_from = first->second;
    const ExecutionId execution = emit_on(runs_on, submission);
    if (alone) first->second = execution;
  }
  return outcome;
}

void Device::Implementation::serialise_behind(const Operation& operation, std::span<const GroupedCollective> group) {
  std::vector<CommunicatorId> done;
  for (const GroupedCollective& each : group) {
    const CommunicatorId id = each.operation.detail->communicator;
    CommunicatorState& communicator = at(communicators_, id);
    const bool known = std::find(done.begin(), done.end(), id) != done.end();
    if (known || !serialises(communicator) || !stream(each.operation.stream).alive) continue;
    done.push_back(id);
    const CompletionPoint end = library_record(operation, each.operation.stream, communicator.last.slot);
    set_newest_record(communicator.last, {end});
  }
}

Outcome Device::Implementation::group_in_capture(Capture& capture, std::span<const GroupedCollective> group,
                                                 std::span<const StreamId> joined) {
  std::vector<const GroupedCollective*> first_of;  // of each communicator
  for (const GroupedCollective& each : group) {
    const auto same = [&](const GroupedCollective* other) {
      return other->operation.detail->communicator == each.operation.detail->communicator;
    };
    if (std::any_of(first_of.begin(), first_of.end(), same)) continue;
    first_of.push_back(&each);
    enter_communicator(each.operation, capture);
  }
  if (joined.size() > 1 && rules_.hold(Rule::group_joins_its_streams)) join_members(capture, joined);
  std::map<StreamId, Frontier> before, ends;
  std::map<CommunicatorId, Frontier> ends_of;
  for (const StreamId each : joined) before[each] = capture.frontier(each);
  Outcome outcome;
  for (const GroupedCollective& each : group) {
    const Operation& operation = each.operation;
    const CommunicatorId id = operation.detail->communicator;
    if (auto refused = resolve_collective(operation, at(communicators_, id))) {
      outcome = *refused;
      continue;
    }
    if (ends_of.contains(id) && races_when_unordered(at(communicators_, id))) scratch_accesses_.pop_back();
    if (rules_.hold(Rule::group_is_one_unit)) capture.frontier(operation.stream) = before[operation.stream];
    const NodeIndex node = capture.add(collective_node(operation), scratch_accesses_, operation.stream);
    merge_into(ends[operation.stream], std::span(&node, 1));
    merge_into(ends_of[id], std::span(&node, 1));
  }
  for (const auto& [id, nodes] : ends) capture.depend(id, nodes);
  for (const GroupedCollective* first : first_of) {
    capture.depend(first->operation.stream, ends_of[first->operation.detail->communicator]);
    leave_communicator(first->operation, capture);
  }
  return outcome;
}

void Device::Implementation::join_members(Capture& capture, std::span<const StreamId> joined) {
  Frontier all;
  for (const StreamId each : joined) merge_into(all, capture.frontier(each));
  for (const StreamId each : joined) capture.depend(each, all);
}

void Device::Implementation::join_streams(const Operation& operation, std::span<const StreamId> joined) {
  const CaptureId id = capture_on(joined.front());
  if (id.exists()) return join_members(captures_[id.index()], joined);
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

}  // namespace fencepost::model
