#include <fencepost/model/implementation.h>

#include <algorithm>
#include <utility>

namespace fencepost::model {

namespace {

/// A kernel is a kernel, captured or added by name.
OperationKind node_type(const GraphNode& node) {
  return node.operation == OperationKind::add_node ? OperationKind::kernel : node.operation;
}

/// A disabled node of the executable (`a`) is still what it was (row L11).
bool same_kind(const GraphNode& a, const GraphNode& b) {
  const bool disabled = a.kind == NodeKind::empty && b.kind == NodeKind::work;
  return (a.kind == b.kind || disabled) && node_type(a) == node_type(b);
}

/// Whether an executable made from `a` can be given the parameters of `b` (row L06).
bool same_topology(const GraphPlan& a, const GraphPlan& b) {
  if (a.nodes.size() != b.nodes.size()) return false;
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    const auto before_a = a.predecessors_of(a.nodes[i]);
    const auto before_b = b.predecessors_of(b.nodes[i]);
    if (!same_kind(a.nodes[i], b.nodes[i]) ||
        !std::equal(before_a.begin(), before_a.end(), before_b.begin(), before_b.end())) {
      return false;
    }
  }
  return true;
}

/// `plan` with other accesses for one of its nodes.
GraphPlan with_accesses(const GraphPlan& plan, NodeIndex changed, std::span<const MemoryAccess> accesses) {
  GraphPlan result = plan;
  result.accesses.clear();
  for (NodeIndex i = 0; i < plan.nodes.size(); ++i) {
    const auto kept = i == changed ? accesses : plan.accesses_of(plan.nodes[i]);
    result.nodes[i].first_access = static_cast<std::uint32_t>(result.accesses.size());
    result.nodes[i].access_count = static_cast<std::uint32_t>(kept.size());
    result.accesses.insert(result.accesses.end(), kept.begin(), kept.end());
  }
  return result;
}

/// The last node that bears `label`; `no_node` when none does.
NodeIndex labelled(const GraphPlan& plan, LabelId label) {
  for (auto i = static_cast<NodeIndex>(plan.nodes.size()); i-- > 0;) {
    if (plan.nodes[i].label == label) return i;
  }
  return no_node;
}

}  // namespace

std::optional<Outcome> Device::Implementation::usable_executable(const Operation& operation,
                                                                 ExecutableState& executable) {
  if (executable.alive) return std::nullopt;
  return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, executable.destroyed_line);
}

void Device::Implementation::replace_plan(ExecutableState& executable, GraphPlan plan) {
  if (!rules_.hold(Rule::updates_concern_later_launches)) return;
  for (std::size_t i = 0; i < plan.nodes.size(); ++i) plan.nodes[i].slot = executable.plan->nodes[i].slot;
  executable.plan = std::make_shared<const GraphPlan>(std::move(plan));
}

Outcome Device::Implementation::update(const Operation& operation) {
  at(graphs_, operation.detail->graph);
  ExecutableState& executable = at(executables_, operation.executable());
  if (auto refused = usable_executable(operation, executable)) return *refused;
  if (auto refused = usable_graph(operation, operation.detail->graph)) return *refused;
  GraphState& graph = at(graphs_, operation.detail->graph);
  if (graph.origin == GraphState::Origin::built) {
    if (auto refused = finish_built_graph(operation, graph)) return *refused;
  }
  const auto made_of_it = [&](const ExecutableState& other) {
    return &other != &executable && other.alive && other.graph == operation.detail->graph;
  };
  if (graph.memory.has_nodes && rules_.hold(Rule::memory_nodes_instantiate_once) &&
      std::ranges::any_of(executables_, made_of_it)) {  // Row L12.
    return refuse(operation, Status::cudaErrorNotSupported, Refusal::memory_nodes_copied);
  }
  if (!same_topology(*executable.plan, *graph.plan)) {  // Row L06.
    if (!rules_.hold(Rule::update_keeps_topology)) return {};
    return refuse(operation, Status::cudaErrorGraphExecUpdateFailure, Refusal::topology_changed,
                  executable.plan->begin_line);
  }
  replace_plan(executable, *graph.plan);  // Row L05: what runs already keeps its parameters.
  executable.disabled.clear();
  return {};
}

Outcome Device::Implementation::update_node(const Operation& operation) {
  ExecutableState& executable = at(executables_, operation.executable());
  if (auto refused = usable_executable(operation, executable)) return *refused;
  if (const GraphState& graph = at(graphs_, executable.graph); !graph.alive) {  // Row L09.
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, graph.destroyed_line);
  }
  const NodeIndex node = labelled(*executable.plan, operation.detail->node);
  if (node == no_node) return misuse(operation, "the executable has no node of this name");
  BufferId missing;
  const auto accesses = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  if (executable.plan->nodes[node].kind == NodeKind::empty) {  // It stays disabled.
    executable.disabled.resize(executable.plan->nodes.size());
    executable.disabled[node].assign(accesses.begin(), accesses.end());
    return {};
  }
  replace_plan(executable, with_accesses(*executable.plan, node, accesses));
  return {};
}

Outcome Device::Implementation::set_node_enabled(const Operation& operation, bool enabled) {
  ExecutableState& executable = at(executables_, operation.executable());
  if (auto refused = usable_executable(operation, executable)) return *refused;
  if (const GraphState& graph = at(graphs_, executable.graph); !graph.alive) {  // Row L09.
    return refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle, graph.destroyed_line);
  }
  const NodeIndex node = labelled(*executable.plan, operation.detail->node);
  if (node == no_node) return misuse(operation, "the executable has no node of this name");
  if (!rules_.hold(Rule::disabled_nodes_touch_nothing)) return {};
  executable.disabled.resize(executable.plan->nodes.size());
  const GraphNode& changed = executable.plan->nodes[node];
  if (enabled) {
    if (changed.kind != NodeKind::empty) return {};
    GraphPlan plan = with_accesses(*executable.plan, node, executable.disabled[node]);
    plan.nodes[node].kind = NodeKind::work;
    replace_plan(executable, std::move(plan));
    return {};
  }
  if (changed.kind != NodeKind::work) return {};
  const auto touched = executable.plan->accesses_of(changed);
  executable.disabled[node].assign(touched.begin(), touched.end());
  GraphPlan plan = with_accesses(*executable.plan, node, {});
  plan.nodes[node].kind = NodeKind::empty;
  replace_plan(executable, std::move(plan));
  return {};
}

Outcome Device::Implementation::update_dependencies(const Operation& operation) {
  StreamState& changed = stream(operation.stream);
  if (auto refused = enter_stream(operation)) return *refused;
  if (!changed.capturing()) {
    return refuse(operation, Status::cudaErrorIllegalState, Refusal::not_capturing);
  }
  if (rules_.hold(Rule::dependencies_can_be_dropped)) capture_of(changed).drop_dependencies(operation.stream);
  return {};
}

}  // namespace fencepost::model
