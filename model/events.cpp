#include <fencepost/model/implementation.h>

namespace fencepost::model {

Outcome Device::Implementation::create_event(const Operation& operation) {
  if (!rules_.hold(Rule::handle_calls_are_safe_in_capture)) {
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  EventState& event = at(events_, operation.event());
  event = EventState{};
  event.alive = true;
  event.device = operation.detail->device;
  event.slot = emitter_.new_slot();
  return {};
}

Outcome Device::Implementation::destroy_event(const Operation& operation) {
  EventState& event = at(events_, operation.event());
  if (!event.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, event.destroyed_line);
  }
  if (!rules_.hold(Rule::handle_calls_are_safe_in_capture)) {
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  if (!rules_.hold(Rule::event_destroyed_in_capture_is_harmless)) {
    if (Capture* capture = live_capture(event.captured_in)) capture->invalidate();
  }
  for (const CaptureId id : event.external_in) captures_[id.index()].lose_event(operation.line);
  event.alive = false;  // Rows E21 and E29: whoever waited for it keeps waiting.
  event.destroyed_line = operation.line;
  emitter_.free_slot(event.slot);
  return {};
}

void Device::Implementation::set_newest_record(EventState& event, std::vector<CompletionPoint> points) {
  if (!rules_.hold(Rule::rerecord_overwrites) && !event.points.empty()) event.older_records.push_back(event.points);
  event.points = std::move(points);
}

Outcome Device::Implementation::record(const Operation& operation) {
  EventState& event = at(events_, operation.event());
  if (!event.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, event.destroyed_line);
  }
  StreamState& recorded_on = stream(operation.stream);
  if (auto refused = enter_stream(operation)) return *refused;
  const bool elsewhere = event.device.exists() && event.device != recorded_on.device;
  if (elsewhere && rules_.hold(Rule::event_is_recorded_on_its_device)) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::wrong_device);
  }
  if (recorded_on.capturing()) return record_in_capture(operation, capture_of(recorded_on), event);
  if (operation.flags.external && rules_.hold(Rule::external_flag_needs_capture)) {
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::external_flag_outside_capture);
  }
  if (!rules_.all_hold()) event.slot = emitter_.new_slot();
  Submission submission =
      Emitter::describe(operation, SubmissionKind::record, recorded_on.axis, thread(operation).axis);
  submission.event = operation.event();
  submission.slot = event.slot;
  const ExecutionId execution = emit_on(recorded_on, submission);
  set_newest_record(event, {{execution, no_node, event.slot, recorded_on.axis}});
  event.record_line = operation.line;
  event.recorded_stream = operation.stream;
  if (rules_.hold(Rule::eager_record_clears_captured)) event.captured_in = CaptureId::none();  // Row E13.
  return {};
}

Outcome Device::Implementation::record_in_capture(const Operation& operation, Capture& capture, EventState& event) {
  if (operation.flags.external) {
    GraphNode node;
    node.kind = NodeKind::external_record;
    node.operation = operation.kind;
    node.line = operation.line;
    node.event = operation.event();
    node.thread = operation.thread;
    const NodeIndex index = capture.add(node, {}, operation.stream);
    note_external_use(event, capture);
    event.recorded_stream = operation.stream;
    // Row E23: an event that an ended capture holds stays captured.
    if (!rules_.hold(Rule::external_record_keeps_captured_state)) event.captured_in = CaptureId::none();
    if (!rules_.hold(Rule::external_record_is_no_capture_record)) {
      event.captured_in = capture.origin().id;
      event.captured_frontier.assign(1, index);
      event.captured_stream = operation.stream;
      event.captured_line = operation.line;
    }
    return {};
  }
  const bool anew = rules_.hold(Rule::internal_record_starts_anew) || !event.captured_in.exists() ||
                    live_capture(event.captured_in) != nullptr;
  if (!anew) return {};
  if (!rules_.hold(Rule::rerecord_overwrites) && event.captured_in == capture.origin().id) {
    Frontier both = event.captured_frontier;
    merge_into(both, capture.frontier(operation.stream));
    event.captured_frontier = std::move(both);
  } else {
    event.captured_frontier = capture.frontier(operation.stream);
  }
  event.captured_in = capture.origin().id;
  event.captured_stream = operation.stream;
  event.captured_line = operation.line;
  return {};
}

Outcome Device::Implementation::wait(const Operation& operation) {
  EventState& event = at(events_, operation.event());
  if (!event.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, event.destroyed_line);
  }
  StreamState& waiting = stream(operation.stream);
  if (auto refused = enter_stream(operation)) return *refused;
  if (waiting.capturing()) return wait_in_capture(operation, capture_of(waiting), event);
  return wait_eagerly(operation, event);
}

Outcome Device::Implementation::wait_eagerly(const Operation& operation, EventState& event) {
  StreamState& waiting = stream(operation.stream);
  if (event.captured_in.exists()) {
    Capture& capture = captures_[event.captured_in.index()];
    const bool serves = serves_its_events(capture);
    if (serves && rules_.hold(Rule::wait_joins_live_capture) && !operation.flags.external) {
      if (!capture.valid()) {
        return refuse(operation, Status::cudaErrorStreamCaptureInvalidated, Refusal::capture_already_invalid,
                      capture.origin().line, &capture);
      }
      if (waiting.kind == StreamKind::legacy && rules_.hold(Rule::legacy_breaks_blocking_capture)) {  // Row K21.
        return refuse(operation, Status::cudaErrorStreamCaptureImplicit, Refusal::legacy_stream_in_capture,
                      capture.origin().line, &capture);
      }
      waiting.capture = capture.origin().id;  // Row E11: the stream joins the capture.
      capture.frontier(operation.stream) = event.captured_frontier;
      return {};
    }
    if (!serves && rules_.hold(Rule::captured_event_refused_eagerly)) {  // Rows E12 and E32.
      return refuse(operation, Status::cudaErrorInvalidValue, Refusal::captured_event_used_eagerly,
                    event.captured_line);
    }
  }
  if (operation.flags.external && rules_.hold(Rule::external_flag_needs_capture)) {
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::external_flag_outside_capture);
  }
  if (event.points.empty() && !rules_.hold(Rule::unrecorded_wait_orders_nothing)) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::invalid_argument);
  }
  if (!rules_.hold(Rule::waits_bind_at_submission) || !rules_.hold(Rule::destroyed_event_keeps_waiters)) {
    waiting.deferred_waits.push_back(operation.event());
    return {};
  }
  add_event_wait(event, operation.event(), EdgeReason::event);
  Submission submission = Emitter::describe(operation, SubmissionKind::wait, waiting.axis, thread(operation).axis);
  submission.event = operation.event();
  emit_on(waiting, submission);
  return {};
}

void Device::Implementation::add_event_wait(const EventState& event, EventId id, EdgeReason reason) {
  if (!rules_.hold(Rule::record_covers_earlier_work_only) && event.recorded_stream.exists()) {
    waits_.add(reason, std::span<const CompletionPoint>{}, id);
    waits_.add(reason, streams_[event.recorded_stream.index()].newest());
    return;
  }
  waits_.add(reason, event.points, id, no_node, event.points.empty());
  for (const auto& older : event.older_records) waits_.add(reason, older, id);
}

Outcome Device::Implementation::wait_in_capture(const Operation& operation, Capture& capture, EventState& event) {
  if (operation.flags.external) return external_wait_in_capture(operation, capture, event);
  if (event.captured_in.exists()) {
    Capture& recorded_in = captures_[event.captured_in.index()];
    if (recorded_in.origin().id == capture.origin().id) {  // Rows E01, E20, E28.
      if (rules_.hold(Rule::internal_pair_is_an_edge)) capture.depend(operation.stream, event.captured_frontier);
      capture.note_join(event.captured_stream);
      return {};
    }
    if (serves_its_events(recorded_in)) {  // Row K06: both captures are lost.
      if (!rules_.hold(Rule::captures_do_not_merge)) return {};
      recorded_in.invalidate();
      return refuse(operation, Status::cudaErrorStreamCaptureMerge, Refusal::capture_merged, event.captured_line,
                    &capture);
    }
    if (!rules_.hold(Rule::ended_capture_event_refused_in_capture)) return {};
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::ended_capture_event_in_capture,
                  event.captured_line,
                  &capture);  // Rows E15 and E23.
  }
  if (event.points.empty()) {  // Rows E17 and E25.
    if (rules_.hold(Rule::unrecorded_wait_in_capture_is_free)) return {};
  } else if (!rules_.hold(Rule::eager_event_is_isolated)) {
    return {};
  }
  return refuse(operation, Status::cudaErrorStreamCaptureIsolation, Refusal::eager_event_in_capture, event.record_line,
                &capture);  // Rows E16 and E24.
}

Outcome Device::Implementation::external_wait_in_capture(const Operation& operation, Capture& capture,
                                                         EventState& event) {
  if (event.captured_in.exists()) {
    // Rows E26 and E33: a record of a live capture, this one or another, is no obstacle.
    const bool here = serves_its_events(captures_[event.captured_in.index()]);
    const Rule rule = here ? Rule::internal_record_allows_external_wait : Rule::external_wait_on_ended_capture_refused;
    if (rules_.hold(rule) != here) {  // Row E22.
      return refuse(operation, Status::cudaErrorInvalidValue, Refusal::ended_capture_event_in_capture,
                    event.captured_line, &capture);
    }
  }
  if (!event.points.empty() && !rules_.hold(Rule::external_wait_reaches_outside)) {
    return refuse(operation, Status::cudaErrorStreamCaptureIsolation, Refusal::eager_event_in_capture,
                  event.record_line, &capture);
  }
  GraphNode node;
  node.kind = NodeKind::external_wait;
  node.operation = operation.kind;
  node.line = operation.line;
  node.event = operation.event();
  node.thread = operation.thread;
  if (!rules_.hold(Rule::external_pair_is_no_edge)) {
    for (NodeIndex i = 0; i < capture.plan().nodes.size(); ++i) {
      const GraphNode& other = capture.plan().nodes[i];
      if (other.kind == NodeKind::external_record && other.event == operation.event()) {
        capture.depend(operation.stream, std::span(&i, 1));
      }
    }
  }
  if (!rules_.hold(Rule::external_wait_joins_nothing) && event.recorded_stream.exists()) {
    capture.note_join(event.recorded_stream);
  }
  capture.add(node, {}, operation.stream);
  note_external_use(event, capture);
  return {};
}

void Device::Implementation::note_external_use(EventState& event, const Capture& capture) {
  if (event.external_in.empty() || event.external_in.back() != capture.origin().id) {
    event.external_in.push_back(capture.origin().id);
  }
}

std::optional<Outcome> Device::Implementation::event_on_host(const Operation& operation, EventState& event) {
  if (!event.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, event.destroyed_line);
  }
  if (event.captured_in.exists()) {
    Capture& capture = captures_[event.captured_in.index()];
    const bool serves = serves_its_events(capture);
    if (serves && rules_.hold(Rule::query_of_live_captured_event_invalidates)) {  // Row E14.
      return refuse(operation, Status::cudaErrorCapturedEvent, Refusal::captured_event_queried_live,
                    event.captured_line, &capture);
    }
    if (!serves && rules_.hold(Rule::captured_event_refused_eagerly)) {  // Rows E12 and E32.
      return refuse(operation, Status::cudaErrorInvalidValue, Refusal::captured_event_used_eagerly,
                    event.captured_line);
    }
  }
  return unsafe_call(operation);  // Rows M08 and M11.
}

Outcome Device::Implementation::query_event(const Operation& operation) {
  EventState& event = at(events_, operation.event());
  if (auto refused = event_on_host(operation, event)) return *refused;
  if (event.points.empty()) return {Status::success, Status::success, true, std::nullopt};  // Row E09.
  const bool ready = operation.detail->ready.value_or(false);
  if (ready && rules_.hold(Rule::observed_query_orders)) {
    add_event_wait(event, operation.event(), EdgeReason::observe);
    host_wait(operation, operation.event());
  }
  const Status status = ready ? Status::success : Status::cudaErrorNotReady;
  return {status, StatusSet(Status::success).with(Status::cudaErrorNotReady), ready, std::nullopt};
}

Outcome Device::Implementation::synchronize_event(const Operation& operation) {
  EventState& event = at(events_, operation.event());
  if (auto refused = event_on_host(operation, event)) return *refused;
  if (event.points.empty() || !rules_.hold(Rule::host_sync_orders_later_work)) return {};
  add_event_wait(event, operation.event(), EdgeReason::sync);
  host_wait(operation, operation.event());
  return {};
}

}  // namespace fencepost::model
