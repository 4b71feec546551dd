#include <fencepost/checker/explain/call_log.h>

#include <utility>

namespace fencepost::checker {

namespace {

bool orders(const Operation& operation, std::optional<bool> ready) {
  switch (operation.kind) {
    case OperationKind::record:
    case OperationKind::wait:
    case OperationKind::synchronize_event:
    case OperationKind::synchronize_stream:
    case OperationKind::synchronize_device:
      return true;
    case OperationKind::query_event:
    case OperationKind::query_stream:
      return ready.value_or(false);
    default:
      return false;
  }
}

bool names_event(OperationKind kind) {
  return kind == OperationKind::record || kind == OperationKind::wait || kind == OperationKind::synchronize_event ||
         kind == OperationKind::query_event;
}

}  // namespace

void CallLog::begin(const Operation& operation) {
  ++now_;
  if (live_captures_ > 0 || operation.kind == OperationKind::add_node || operation.kind == OperationKind::add_child) {
    last_call_of_line_[operation.line] = now_;
  }
}

void CallLog::end(const Operation& operation, bool refused, bool submitted, std::optional<bool> ready) {
  if (operation.kind == OperationKind::begin_capture && !refused) {
    ++live_captures_;
  } else if (operation.kind == OperationKind::end_capture && live_captures_ > 0) {
    --live_captures_;
  }
  if (!orders(operation, ready) && !(refused && names_event(operation.kind))) {
    return;
  }
  OrderingCall call;
  call.kind = operation.kind;
  call.time = {now_, 0};
  call.line = operation.line;
  call.stream = operation.stream;
  call.thread = operation.thread;
  call.event = names_event(operation.kind) ? operation.event() : EventId{};
  call.external = operation.flags.external;
  call.captured = !submitted && operation.kind == OperationKind::record;
  call.refused = refused;
  add(call);
}

void CallLog::launched(const model::Submission& launch) {
  const model::GraphPlan& plan = *launch.graph;
  for (model::NodeIndex index = 0; index < plan.nodes.size(); ++index) {
    const model::GraphNode& node = plan.nodes[index];
    if (node.library ||
        (node.kind != model::NodeKind::external_record && node.kind != model::NodeKind::external_wait)) {
      continue;
    }
    OrderingCall call;
    call.kind = node.kind == model::NodeKind::external_record ? OperationKind::record : OperationKind::wait;
    call.time = {now_, captured_at(plan.capture, index)};
    call.line = node.line;
    call.stream = launch.stream;
    call.thread = launch.thread;
    call.event = node.event;
    call.external = true;
    add(call);
  }
}

void CallLog::finished(const model::GraphPlan& plan) {
  if (!plan.capture.exists()) {
    return;
  }
  if (captured_at_.size() <= plan.capture.index()) {
    captured_at_.resize(plan.capture.index() + 1);
  }
  std::vector<std::uint64_t>& times = captured_at_[plan.capture.index()];
  times.clear();
  for (const model::GraphNode& node : plan.nodes) {
    const auto call = last_call_of_line_.find(node.line);
    times.push_back(call == last_call_of_line_.end() ? 0 : call->second);
  }
}

std::uint64_t CallLog::captured_at(model::CaptureId capture, model::NodeIndex node) const {
  if (!capture.exists() || capture.index() >= captured_at_.size() || node >= captured_at_[capture.index()].size()) {
    return 0;
  }
  return captured_at_[capture.index()][node];
}

void CallLog::add(OrderingCall call) {
  const bool is_record = call.kind == OperationKind::record;
  if (!is_record && call.event.exists()) {
    if (const auto newest = newest_record_.find(call.event); newest != newest_record_.end()) {
      call.bound = newest->second;
    }
  }
  calls_.push_back(call);
  if (is_record && !call.refused) {
    newest_record_[call.event] = calls_.size() - 1;
  }
}

}  // namespace fencepost::checker
