#include <fencepost/model/implementation.h>

#include <algorithm>

namespace fencepost::model {

namespace {

/// Whether streams of one GPU leave those of another alone.
bool apart(const StreamState& a, const StreamState& b, const Rules& rules) {
  return a.device != b.device && rules.hold(Rule::devices_synchronise_apart);
}

constexpr bool joins_legacy(StreamKind kind) { return kind == StreamKind::blocking || kind == StreamKind::per_thread; }

}  // namespace

DeviceId Device::Implementation::device_of(const Operation& operation) {
  return operation.detail->device.exists() ? operation.detail->device : first_device;
}

Outcome Device::Implementation::create_stream(const Operation& operation) {
  if (!rules_.hold(Rule::handle_calls_are_safe_in_capture)) {
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  StreamState& created = stream(operation.created_stream());
  if (created.tail != 0) retired_streams_.push_back(created);
  created = StreamState{};
  created.kind = operation.detail->stream_kind;
  created.device = device_of(operation);
  created.axis = emitter_.new_axis();
  created.alive = true;
  if (created.kind == StreamKind::legacy) legacy_streams_.push_back(operation.created_stream());
  return {};
}

Outcome Device::Implementation::destroy_stream(const Operation& operation) {
  StreamState& destroyed = stream(operation.created_stream());
  if (!destroyed.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, destroyed.destroyed_line);
  }
  if (!rules_.hold(Rule::handle_calls_are_safe_in_capture)) {
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  destroyed.alive = false;  // Rows K12 and L07: pending work completes, a capture goes on.
  destroyed.destroyed_line = operation.line;
  if (!rules_.hold(Rule::destroyed_stream_completes)) {
    for (EventState& event : events_) {
      std::erase_if(event.points, [&](const CompletionPoint& point) { return point.axis == destroyed.axis; });
    }
  }
  return {};
}

std::optional<Outcome> Device::Implementation::enter_stream(const Operation& operation) {
  StreamState& entered = stream(operation.stream);
  if (!entered.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, entered.destroyed_line);
  }
  if (entered.capturing()) {
    Capture& capture = capture_of(entered);
    if (capture.valid()) return std::nullopt;
    return refuse(operation, Status::cudaErrorStreamCaptureInvalidated, Refusal::capture_already_invalid,
                  capture.origin().line, &capture);
  }
  if (entered.kind == StreamKind::legacy) {
    if (auto refused = legacy_meets_captures(operation, entered)) return refused;
  }
  return std::nullopt;
}

std::optional<Outcome> Device::Implementation::legacy_meets_captures(const Operation& operation,
                                                                     const StreamState& legacy) {
  std::optional<Outcome> refused;
  for (const CaptureId id : live_captures_) {
    Capture& capture = captures_[id.index()];
    if (!is_in_the_way(capture)) continue;
    const bool implicit = std::ranges::any_of(capture.members(), [&](const auto& member) {
      if (apart(stream(member.first), legacy, rules_)) return false;
      return joins_legacy(stream(member.first).kind) ? rules_.hold(Rule::legacy_breaks_blocking_capture)
                                                     : !rules_.hold(Rule::legacy_escapes_nonblocking_capture);
    });
    if (!implicit) continue;
    refused = refuse(operation, Status::cudaErrorStreamCaptureImplicit,
                     capture.valid() ? Refusal::legacy_stream_in_capture : Refusal::capture_already_invalid,
                     capture.origin().line, &capture);
  }
  return refused;
}

void Device::Implementation::add_legacy_waits(StreamState& entered) {
  if (!rules_.hold(Rule::legacy_joins_blocking_streams)) return;
  const bool joins_all = !rules_.hold(Rule::legacy_ignores_nonblocking_streams);
  if (entered.kind == StreamKind::legacy) {
    for (const StreamState& other : streams_) {
      if (&other == &entered || other.tail <= entered.legacy_joined || other.tail == 0) continue;
      if (apart(other, entered, rules_)) continue;
      if (joins_legacy(other.kind) || joins_all) waits_.add(EdgeReason::legacy, other.newest());
    }
    entered.legacy_joined = emitter_.newest();
    return;
  }
  if (!joins_legacy(entered.kind) && !joins_all) return;
  for (const StreamId id : legacy_streams_) {
    const StreamState& legacy = stream(id);
    if (apart(legacy, entered, rules_)) continue;
    if (legacy.tail <= entered.legacy_joined) continue;
    waits_.add(EdgeReason::legacy, legacy.newest());
    entered.legacy_joined = legacy.tail;
  }
}

void Device::Implementation::add_deferred_waits(StreamState& entered) {
  for (const EventId id : entered.deferred_waits) {
    if (events_[id.index()].alive) add_event_wait(events_[id.index()], id, EdgeReason::event);
  }
  entered.deferred_waits.clear();
}

ExecutionId Device::Implementation::emit_on(StreamState& entered, Submission& submission) {
  add_legacy_waits(entered);
  add_deferred_waits(entered);
  submission.waits = waits_.waits();
  // What an early kernel waits for itself follows the kernel before it, so it overtakes nothing.
  if (!waits_.empty() && submission.operation == OperationKind::kernel) submission.overlaps_from = 0;
  entered.overtakable = 0;
  entered.tail = emitter_.emit(submission);
  return entered.tail;
}

Outcome Device::Implementation::query_stream(const Operation& operation) {
  StreamState& queried = stream(operation.created_stream());
  if (!queried.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, queried.destroyed_line);
  }
  if (queried.capturing() && rules_.hold(Rule::capturing_stream_cannot_synchronise)) {  // Row M07.
    return refuse(operation, Status::cudaErrorStreamCaptureUnsupported, Refusal::unsupported_in_capture,
                  capture_of(queried).origin().line, &capture_of(queried));
  }
  if (queried.kind == StreamKind::legacy) {  // Row K15.
    if (auto refused = legacy_meets_captures(operation, queried)) return *refused;
  }
  if (auto refused = unsafe_call(operation)) return *refused;
  // Row S12: the legacy stream is not ready either while a blocking stream has work.
  const bool others = queried.kind == StreamKind::legacy && std::ranges::any_of(streams_, [](const StreamState& other) {
                        return joins_legacy(other.kind) && other.tail != 0;
                      });
  if (queried.tail == 0 && others) {
    return {Status::success, StatusSet(Status::success).with(Status::cudaErrorNotReady), true, std::nullopt};
  }
  if (queried.tail == 0) return {Status::success, Status::success, true, std::nullopt};
  const bool ready = operation.detail->ready.value_or(false);
  if (ready) wait_on_host(operation, queried.newest(), EdgeReason::observe);
  const Status status = ready ? Status::success : Status::cudaErrorNotReady;
  return {status, StatusSet(Status::success).with(Status::cudaErrorNotReady), ready, std::nullopt};
}

Outcome Device::Implementation::synchronize_stream(const Operation& operation) {
  StreamState& synchronized = stream(operation.created_stream());
  if (!synchronized.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, synchronized.destroyed_line);
  }
  if (synchronized.capturing()) {  // Row M03.
    if (!rules_.hold(Rule::capturing_stream_cannot_synchronise)) return {};
    return refuse(operation, Status::cudaErrorStreamCaptureUnsupported, Refusal::unsupported_in_capture,
                  capture_of(synchronized).origin().line, &capture_of(synchronized));
  }
  if (synchronized.kind == StreamKind::legacy) {  // Row K15.
    if (auto refused = legacy_meets_captures(operation, synchronized)) return *refused;
  }
  if (auto refused = unsafe_call(operation)) return *refused;
  if (synchronized.tail != 0) wait_on_host(operation, synchronized.newest(), EdgeReason::sync);
  return {};
}

Outcome Device::Implementation::synchronize_device(const Operation& operation) {
  StreamState synchronized;
  synchronized.device = operation.device().exists() ? operation.device() : first_device;
  if (rules_.hold(Rule::device_synchronise_breaks_capture)) {  // Rows M06 and M10.
    std::optional<Outcome> refused;
    for (const CaptureId id : live_captures_) {
      Capture& capture = captures_[id.index()];
      if (!is_in_the_way(capture) || apart(stream(capture.origin().stream), synchronized, rules_)) continue;
      refused = refuse(operation, Status::cudaErrorStreamCaptureUnsupported,
                       capture.valid() ? Refusal::unsupported_in_capture : Refusal::capture_already_invalid,
                       capture.origin().line, &capture);
    }
    if (refused) return *refused;
  } else if (auto refused = unsafe_call(operation)) {
    return *refused;
  }
  if (!rules_.hold(Rule::host_sync_orders_later_work)) return {};
  for (const StreamState& other : streams_) {
    if (other.tail != 0 && !apart(other, synchronized, rules_)) waits_.add(EdgeReason::sync, other.newest());
  }
  const auto done = [&](const StreamState& retired) { return !apart(retired, synchronized, rules_); };
  for (const StreamState& retired : retired_streams_) {
    if (done(retired)) waits_.add(EdgeReason::sync, retired.newest());
  }
  std::erase_if(retired_streams_, done);
  if (!waits_.empty()) host_wait(operation);
  return {};
}

}  // namespace fencepost::model
