#include <fencepost/model/graph_paths.h>
#include <fencepost/model/implementation.h>

#include <algorithm>
#include <map>

namespace fencepost::model {

std::optional<Outcome> Device::Implementation::known_graph(const Operation& operation, GraphId id) {
  const GraphState& graph = at(graphs_, id);
  if (graph.origin == GraphState::Origin::none || graph.origin == GraphState::Origin::capturing) {
    return misuse(operation, "there is no graph yet to use here; end its capture first");
  }
  if (graph.origin != GraphState::Origin::failed && !graph.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, graph.destroyed_line);
  }
  return std::nullopt;
}

std::optional<Outcome> Device::Implementation::whole_graph(const Operation& operation, GraphId id) {
  const GraphState& graph = at(graphs_, id);
  if (graph.origin == GraphState::Origin::failed) {
    Capture* failed = nullptr;
    for (Capture& capture : captures_) {
      if (capture.origin().graph == id) failed = &capture;
    }
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::capture_already_invalid, graph.failed_line,
                  failed);
  }
  if (graph.capture.exists() && captures_[graph.capture.index()].lost_event_line() != 0) {  // Row E34.
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle,
                  captures_[graph.capture.index()].lost_event_line());
  }
  return std::nullopt;
}

std::optional<Outcome> Device::Implementation::usable_graph(const Operation& operation, GraphId id) {
  if (auto refused = known_graph(operation, id)) return refused;
  return whole_graph(operation, id);
}

Outcome Device::Implementation::instantiate(const Operation& operation) {
  at(graphs_, operation.detail->graph);
  ExecutableState& executable = at(executables_, operation.executable());
  executable = ExecutableState{};
  executable.graph = operation.detail->graph;
  executable.failed = true;
  executable.instantiated_line = operation.line;
  if (auto refused = known_graph(operation, executable.graph)) return *refused;
  GraphState& graph = at(graphs_, executable.graph);
  if (auto refused = unsafe_call(operation)) return *refused;  // Row M12.
  if (auto refused = whole_graph(operation, executable.graph)) return *refused;

  if (graph.origin == GraphState::Origin::built) {
    if (auto refused = finish_built_graph(operation, graph)) return *refused;
  }
  if (graph.memory.has_nodes && rules_.hold(Rule::memory_nodes_instantiate_once)) {  // Row A02.
    const auto same_graph = [&](const ExecutableState& other) {
      return other.alive && other.graph == executable.graph;
    };
    if (std::any_of(executables_.begin(), executables_.end(), same_graph)) {
      return refuse(operation, Status::cudaErrorNotSupported, Refusal::memory_nodes_copied);
    }
  }

  if (auto refused = instantiate_conditional_nodes(operation, *graph.plan)) return *refused;
  auto plan = std::make_shared<GraphPlan>(*graph.plan);
  for (GraphNode& node : plan->nodes) {
    if (node.kind == NodeKind::external_record) node.slot = emitter_.new_slot();
  }
  executable.plan = std::move(plan);
  executable.capture = graph.capture;
  executable.slot = emitter_.new_slot();
  executable.alive = true;
  executable.failed = false;
  executable.auto_free = operation.flags.auto_free;
  executable.memory = graph.memory;
  find_ports(executable);
  if (!rules_.hold(Rule::launch_binds_external_waits)) {
    for (WaitPort& port : executable.wait_ports) {
      if (port.event.exists()) port.bound_at_instantiation = at(events_, port.event).points;
    }
  }
  return {};
}

bool Device::Implementation::has_conditional_nodes(const GraphPlan& plan) {
  return std::ranges::any_of(plan.nodes, &GraphNode::conditional);
}

const GraphNode* Device::Implementation::unfit_for_a_body(const GraphPlan& plan) {
  const auto unfit = [](const GraphNode& node) {
    const bool is_event = node.kind == NodeKind::external_record || node.kind == NodeKind::external_wait;
    const bool is_memory = node.operation == OperationKind::allocate || node.operation == OperationKind::release;
    return node.conditional && (is_event || is_memory || node.operation == OperationKind::host_function);
  };
  const auto found = std::ranges::find_if(plan.nodes, unfit);
  return found == plan.nodes.end() ? nullptr : &*found;
}

std::optional<Outcome> Device::Implementation::instantiate_conditional_nodes(const Operation& operation,
                                                                             const GraphPlan& plan) {
  if (!has_conditional_nodes(plan)) return std::nullopt;
  if (const GraphNode* const unfit = unfit_for_a_body(plan);
      unfit != nullptr && rules_.hold(Rule::conditional_bodies_hold_work_only)) {  // Row K19.
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::conditional_body, unfit->line);
  }
  const auto same_graph = [&](const ExecutableState& other) {
    return other.alive && other.graph == operation.detail->graph;
  };
  if (rules_.hold(Rule::conditional_graphs_are_unique) && std::ranges::any_of(executables_, same_graph)) {
    return refuse(operation, Status::cudaErrorNotSupported, Refusal::conditional_body);
  }
  return std::nullopt;
}

void Device::Implementation::find_ports(ExecutableState& executable) const {
  const GraphPlan& plan = *executable.plan;
  std::map<std::pair<EventId, CommunicatorId>, std::vector<NodeIndex>> records;
  for (NodeIndex i = 0; i < plan.nodes.size(); ++i) {
    const GraphNode& node = plan.nodes[i];
    if (node.kind == NodeKind::external_record) records[{node.event, node.communicator}].push_back(i);
  }
  for (NodeIndex i = 0; i < plan.nodes.size(); ++i) {
    const GraphNode& wait = plan.nodes[i];
    if (wait.kind != NodeKind::external_wait) continue;
    WaitPort port{i, wait.event, wait.communicator, {}, false, {}};
    const auto same_event = records.find({wait.event, wait.communicator});
    if (same_event != records.end()) {
      for (const NodeIndex record : same_event->second) {
        if (record > i && path(plan, i, record)) continue;
        port.records_here.push_back(record);
        port.surely_recorded_here = port.surely_recorded_here || (record < i && path(plan, record, i));
      }
    }
    executable.wait_ports.push_back(std::move(port));
  }
  for (const auto& [key, nodes] : records) {
    executable.record_ports.push_back({key.first, key.second, newest_of(plan, nodes)});
  }
}

Outcome Device::Implementation::launch(const Operation& operation) {
  ExecutableState& executable = at(executables_, operation.executable());
  const bool graph_gone = executable.alive && !at(graphs_, executable.graph).alive;
  const bool destroyed = !executable.alive && !executable.failed;
  if (destroyed || (graph_gone && !rules_.hold(Rule::executable_outlives_graph))) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, executable.destroyed_line);
  }
  if (executable.capture.exists() && captures_[executable.capture.index()].lost_event_line() != 0) {  // Row E34.
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle,
                  captures_[executable.capture.index()].lost_event_line());
  }
  StreamState& launched_on = stream(operation.stream);
  if (launched_on.alive && launched_on.capturing()) {  // Row K10: of a lost capture too, and whatever is launched.
    if (!rules_.hold(Rule::launch_into_capture_refused)) return {};
    Capture& capture = capture_of(launched_on);
    return refuse(operation, Status::cudaErrorStreamCaptureUnsupported,
                  capture.valid() ? Refusal::unsupported_in_capture : Refusal::capture_already_invalid,
                  capture.origin().line, &capture);
  }
  if (auto refused = enter_stream(operation)) return *refused;
  if (executable.failed) {
    Capture* failed = nullptr;
    for (Capture& capture : captures_) {
      if (capture.origin().graph == executable.graph) failed = &capture;
    }
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::capture_already_invalid, 0, failed);
  }
  if (!rules_.hold(Rule::launch_beside_capture_runs)) {  // Row K16.
    if (auto refused = unsafe_call(operation)) return *refused;
  }
  if (auto refused = renew_graph_memory(operation, executable)) return *refused;
  add_launch_waits(executable);
  Submission submission =
      Emitter::describe(operation, SubmissionKind::launch, launched_on.axis, thread(operation).axis);
  if (!rules_.hold(Rule::graph_order_enters_and_leaves)) submission.axis = emitter_.new_axis();
  submission.executable = operation.executable();
  submission.graph = executable.plan;
  submission.slot = executable.slot;
  const ExecutionId execution = emit_on(launched_on, submission);
  executable.last_launch = {execution, no_node, executable.slot, submission.axis};
  perform_records(executable, execution);
  free_memory_of_others(operation, executable);
  return {};
}

void Device::Implementation::add_launch_waits(ExecutableState& executable) {
  if (executable.last_launch.execution != 0 && rules_.hold(Rule::launches_of_one_executable_serialise)) {
    waits_.add(EdgeReason::launch, executable.last_launch);  // Row L01.
  }
  if (!rules_.hold(Rule::executables_are_independent)) {
    for (const ExecutableState& other : executables_) {
      if (&other == &executable || other.graph != executable.graph || other.last_launch.execution == 0) continue;
      waits_.add(EdgeReason::launch, other.last_launch);
    }
  }
  for (const WaitPort& port : executable.wait_ports) add_port_wait(port, executable, emitter_.next());
}

CompletionPoint Device::Implementation::record_point(const ExecutableState& executable, NodeIndex node,
                                                     ExecutionId launch) const {
  return {launch, node, executable.plan->nodes[node].slot, Axis::none()};
}

void Device::Implementation::add_port_wait(const WaitPort& port, ExecutableState& executable, ExecutionId launch) {
  const EventState& event = port.event.exists() ? at(events_, port.event) : at(communicators_, port.communicator).last;
  std::vector<CompletionPoint> candidates =
      rules_.hold(Rule::launch_binds_external_waits) ? event.points : port.bound_at_instantiation;
  const bool unbound = candidates.empty() && !port.surely_recorded_here;
  const bool intersect = rules_.hold(Rule::external_candidates_intersect);
  if (!intersect && !port.records_here.empty()) candidates.clear();
  for (const NodeIndex record : port.records_here) candidates.push_back(record_point(executable, record, launch));
  const EdgeReason reason = port.event.exists() ? EdgeReason::event : EdgeReason::collective;
  waits_.add(reason, candidates, port.event, port.node, unbound && intersect);
}

void Device::Implementation::perform_records(ExecutableState& executable, ExecutionId launch) {
  for (const RecordPort& port : executable.record_ports) {
    if (port.event.exists() && !rules_.hold(Rule::launch_performs_external_records)) continue;
    std::vector<CompletionPoint> points;
    points.reserve(port.newest.size());
    for (const NodeIndex node : port.newest) points.push_back(record_point(executable, node, launch));
    EventState& event = port.event.exists() ? at(events_, port.event) : at(communicators_, port.communicator).last;
    set_newest_record(event, std::move(points));
    // A launch performs the record, so the event is an ordinary one again (row E31).
    if (rules_.hold(Rule::launched_record_clears_captured)) event.captured_in = CaptureId::none();
    if (port.event.exists()) event.record_line = executable.plan->nodes[port.newest.front()].line;
  }
}

Outcome Device::Implementation::destroy_graph(const Operation& operation) {
  GraphState& graph = at(graphs_, operation.graph());
  if (!graph.alive) {
    if (graph.origin == GraphState::Origin::failed) return {};
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, graph.destroyed_line);
  }
  graph.alive = false;  // Row L04: executables live on.
  graph.destroyed_line = operation.line;
  return {};
}

Outcome Device::Implementation::destroy_executable(const Operation& operation) {
  ExecutableState& executable = at(executables_, operation.executable());
  if (!executable.alive) {
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, executable.destroyed_line);
  }
  if (auto refused = unsafe_call(operation)) return *refused;  // Row M12.
  executable.alive = false;                                    // Row L03: a running launch completes.
  executable.destroyed_line = operation.line;
  drop_objects(operation, executable);
  return {};
}

}  // namespace fencepost::model
