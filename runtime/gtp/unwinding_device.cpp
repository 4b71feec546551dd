#include <fencepost/runtime/gtp/unwinding_device.h>

namespace fencepost::gtp {

bool UnwindingDevice::unwinds(const Operation& operation) const {
  switch (operation.kind) {
    case OperationKind::end_capture:
      return capturing_.contains(operation.graph());
    case OperationKind::destroy_graph:
      return graphs_.contains(operation.graph());
    case OperationKind::destroy_executable:
      return executables_.contains(operation.executable());
    default:
      return false;
  }
}

void UnwindingDevice::note(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::begin_capture:
      capturing_.insert(operation.graph());
      return;
    case OperationKind::end_capture:
      capturing_.erase(operation.graph());
      graphs_.insert(operation.graph());
      return;
    case OperationKind::destroy_graph:
      graphs_.erase(operation.graph());
      return;
    case OperationKind::instantiate:
      executables_.insert(operation.executable());
      return;
    case OperationKind::destroy_executable:
      executables_.erase(operation.executable());
      return;
    default:
      return;
  }
}

Outcome UnwindingDevice::submit(const Operation& operation) {
  if (failure_ && !unwinds(operation)) return {};
  Outcome outcome = inner_.submit(operation);
  if (outcome.status == Status::success) note(operation);
  if (outcome.status != Status::success && !failure_) {
    status_ = outcome.status;
    failure_ = Failure::refused_call;
  }
  return outcome;
}

}  // namespace fencepost::gtp
