#include <fencepost/traces/draft.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/recording_device.h>

namespace fencepost {

Outcome RecordingDevice::submit(const Operation& operation) {
  Draft draft(operation);
  draft.operation.line = printed_line(schedule_.size());
  const Outcome outcome = inner_ == nullptr ? Outcome{} : inner_->submit(draft.view());
  const bool is_query = operation.kind == OperationKind::query_event || operation.kind == OperationKind::query_stream;
  if (is_query && !draft.detail.ready) draft.detail.ready = outcome.ready;
  schedule_.append(draft.view());
  return outcome;
}

}  // namespace fencepost
