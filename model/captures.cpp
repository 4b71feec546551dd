#include <fencepost/model/implementation.h>

#include <algorithm>

namespace fencepost::model {

Capture* Device::Implementation::live_capture(CaptureId id) {
  if (!id.exists()) return nullptr;
  Capture& capture = captures_[id.index()];
  return capture.live() ? &capture : nullptr;
}

bool Device::Implementation::is_in_the_way(const Capture& capture) const {
  return capture.valid() || rules_.hold(Rule::lost_capture_is_in_the_way);  // Row M15.
}

bool Device::Implementation::serves_its_events(const Capture& capture) const {
  return capture.live() && (capture.valid() || !rules_.hold(Rule::lost_capture_keeps_its_events));  // Row E32.
}

bool Device::Implementation::forbids_unsafe_call(const Capture& capture, ThreadId caller) const {
  const CaptureMode callers_mode = threads_[caller.index()].capture_mode;
  if (callers_mode == CaptureMode::relaxed) return false;
  const bool own = capture.origin().thread == caller;
  CaptureMode mode = capture.origin().mode;
  if (!rules_.hold(Rule::unsafe_calls_respect_mode)) mode = CaptureMode::global;
  if (!rules_.hold(Rule::unsafe_calls_respect_thread) && mode == CaptureMode::thread_local_mode) {
    mode = CaptureMode::global;
  }
  if (mode == CaptureMode::relaxed) return false;
  if (own) return true;
  return mode == CaptureMode::global && callers_mode == CaptureMode::global;
}

std::optional<Outcome> Device::Implementation::unsafe_call(const Operation& operation) {
  std::optional<Outcome> refused;
  for (const CaptureId id : live_captures_) {
    Capture& capture = captures_[id.index()];
    if (!is_in_the_way(capture) || !forbids_unsafe_call(capture, operation.thread)) continue;
    refused = refuse(operation, Status::cudaErrorStreamCaptureUnsupported,
                     capture.valid() ? Refusal::unsupported_in_capture : Refusal::capture_already_invalid,
                     capture.origin().line, &capture);
  }
  return refused;
}

Outcome Device::Implementation::exchange_capture_mode(const Operation& operation) {
  thread(operation).capture_mode = operation.detail->capture_mode;
  return {};
}

Outcome Device::Implementation::begin_capture(const Operation& operation) {
  StreamState& origin = stream(operation.stream);
  if (!origin.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, origin.destroyed_line);
  }
  if (origin.capturing()) {  // Row K07.
    if (!rules_.hold(Rule::begin_needs_idle_stream)) return {};
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::already_capturing,
                  capture_of(origin).origin().line);
  }
  if (origin.kind == StreamKind::legacy) {
    if (auto refused = legacy_meets_captures(operation, origin)) return *refused;
    return refuse(operation, Status::cudaErrorStreamCaptureUnsupported, Refusal::unsupported_in_capture);
  }
  if (!rules_.hold(Rule::captured_stream_is_usable_after) && origin.captured_before) {
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::already_capturing);
  }
  const CaptureId id{static_cast<std::uint32_t>(captures_.size())};
  captures_.emplace_back(Capture::Origin{id, operation.graph(), operation.stream, operation.thread,
                                         operation.detail->capture_mode, operation.detail->pool, operation.line,
                                         emitter_.newest()});
  live_captures_.push_back(id);
  origin.capture = id;
  GraphState& graph = at(graphs_, operation.graph());
  graph = GraphState{};
  graph.origin = GraphState::Origin::capturing;
  return {};
}

Outcome Device::Implementation::end_capture(const Operation& operation) {
  StreamId ended_on = operation.stream;
  if (!ended_on.exists()) {
    for (const CaptureId id : live_captures_) {
      if (captures_[id.index()].origin().graph == operation.graph()) ended_on = captures_[id.index()].origin().stream;
    }
  }
  if (!ended_on.exists()) {  // The stream that capture began on no longer captures.
    for (const Capture& past : captures_) {
      if (past.origin().graph == operation.graph()) ended_on = past.origin().stream;
    }
  }
  if (!ended_on.exists()) return misuse(operation, "this capture was never begun; add `begin_capture` before it");
  StreamState& ending = stream(ended_on);
  if (!ending.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, ending.destroyed_line);
  }
  if (ending.kind == StreamKind::legacy) {
    if (auto refused = legacy_meets_captures(operation, ending)) return *refused;
  }
  if (!ending.capturing()) {  // Row K08.
    if (!rules_.hold(Rule::end_needs_a_capture)) return {};
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::not_capturing);
  }
  Capture& capture = capture_of(ending);
  if (capture.origin().stream != ended_on && rules_.hold(Rule::end_needs_the_origin)) {  // Row K04.
    return refuse(operation, Status::cudaErrorStreamCaptureUnmatched, Refusal::capture_unmatched, capture.origin().line,
                  &capture);
  }
  return finish_capture(operation, capture);
}

Outcome Device::Implementation::finish_capture(const Operation& operation, Capture& capture) {
  GraphState& graph = at(graphs_, capture.origin().graph);
  graph.origin = GraphState::Origin::failed;
  graph.failed_line = operation.line;
  leave_capture(capture);
  unpark_at_end(operation, capture);
  if (!capture.valid()) {
    return refuse(operation, Status::cudaErrorStreamCaptureInvalidated, Refusal::capture_already_invalid,
                  capture.origin().line, &capture);
  }
  if (rules_.hold(Rule::forked_work_must_join)) {  // Rows K01, K03 and K05.
    const bool forgive = !rules_.hold(Rule::late_work_unjoins) || !rules_.hold(Rule::external_wait_joins_nothing);
    const NodeIndex unjoined = capture.first_unjoined(forgive);
    const bool idle_fork = !rules_.hold(Rule::idle_fork_needs_no_join) && capture.members().size() > 1;
    if (unjoined != no_node || idle_fork) {
      const std::uint32_t line = unjoined == no_node ? capture.origin().line : capture.plan().nodes[unjoined].line;
      return refuse(operation, Status::cudaErrorStreamCaptureUnjoined, Refusal::capture_unjoined, line, &capture);
    }
  }
  if (capture.origin().mode != CaptureMode::relaxed && capture.origin().thread != operation.thread &&
      rules_.hold(Rule::end_needs_the_thread)) {  // Row K09.
    return refuse(operation, Status::cudaErrorStreamCaptureWrongThread, Refusal::capture_wrong_thread,
                  capture.origin().line, &capture);
  }
  if (capture.plan().nodes.empty() && !rules_.hold(Rule::empty_capture_is_a_graph)) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::invalid_argument, capture.origin().line);
  }
  graph.origin = GraphState::Origin::captured;
  graph.alive = true;
  graph.capture = capture.origin().id;
  graph.memory = capture.memory();
  graph.plan = capture.take_plan(operation.line, emitter_.newest());
  emitter_.emit(graph.plan);
  return {};
}

void Device::Implementation::leave_capture(Capture& capture) {
  capture.end();
  std::erase(live_captures_, capture.origin().id);
  for (StreamState& member : streams_) {
    if (member.capture != capture.origin().id) continue;
    member.capture = CaptureId::none();
    member.captured_before = true;
  }
}

}  // namespace fencepost::model
