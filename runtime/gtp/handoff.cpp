#include <fencepost/runtime/gtp/handoff.h>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

/// Whether the capture that runs, if any, uses the event itself externally.
bool is_external(const Execution& execution) {
  if (execution.phase == CapturePhase::full_iteration) {
    return !execution.holds(Rule::internal_events_in_full_iteration);
  }
  return execution.phase == CapturePhase::local;
}

}  // namespace

Handoff::Handoff(Execution& execution, std::string_view name) : event_(execution.calls.event(name)) {
  const bool twin =
      execution.configuration.mode == GraphMode::local && execution.holds(Rule::internal_events_inside_local_graphs);
  if (twin) twin_ = execution.calls.event(fmt::format("{}.inside", name));
}

void Handoff::record(Execution& execution, StreamId stream) {
  recorded_in_ = execution.capture_number;
  if (execution.phase == CapturePhase::local && twin_.exists()) execution.calls.record(twin_, stream);
  EventCall record = execution.calls.record(event_, stream);
  if (is_external(execution)) record.external();
}

void Handoff::wait(Execution& execution, StreamId stream) const {
  const bool same_graph = execution.phase == CapturePhase::local && recorded_in_ == execution.capture_number;
  if (same_graph && twin_.exists()) {
    execution.calls.wait(twin_, stream);
  } else {
    EventCall wait = execution.calls.wait(event_, stream);
    if (is_external(execution)) wait.external();
  }
}

}  // namespace fencepost::gtp
