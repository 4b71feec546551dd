#include <fencepost/model/implementation.h>

#include <algorithm>
#include <set>
#include <utility>

namespace fencepost::model {

namespace {

/// The nodes of `part` that nothing in it follows.
std::vector<NodeIndex> ends_of(const GraphPlan& part) {
  std::vector<bool> followed(part.nodes.size(), false);
  for (const NodeIndex before : part.predecessors) followed[before] = true;
  std::vector<NodeIndex> ends;
  for (NodeIndex node = 0; node < part.nodes.size(); ++node) {
    if (!followed[node]) ends.push_back(node);
  }
  return ends;
}

/// Appends the nodes of `part` to `plan`. Those that nothing in `part` comes before follow `before`.
void append(GraphPlan& plan, const GraphPlan& part, std::span<const NodeIndex> before) {
  const auto first = static_cast<NodeIndex>(plan.nodes.size());
  for (const GraphNode& node : part.nodes) {
    GraphNode added = node;
    const auto inner = part.predecessors_of(node);
    added.first_predecessor = static_cast<std::uint32_t>(plan.predecessors.size());
    for (const NodeIndex each : inner) plan.predecessors.push_back(first + each);
    if (inner.empty()) plan.predecessors.insert(plan.predecessors.end(), before.begin(), before.end());
    added.predecessor_count = static_cast<std::uint32_t>(plan.predecessors.size()) - added.first_predecessor;
    added.first_access = static_cast<std::uint32_t>(plan.accesses.size());
    const auto touched = part.accesses_of(node);
    plan.accesses.insert(plan.accesses.end(), touched.begin(), touched.end());
    plan.nodes.push_back(added);
  }
}

/// A graph as one node of another.
BuiltGraph::Node part_of(const Operation& operation, const GraphPlan& plan) {
  BuiltGraph::Node part{operation.label, plan, {}};
  if (part.part.nodes.empty()) {
    GraphNode nothing;
    nothing.kind = NodeKind::empty;
    nothing.line = operation.line;
    part.part.nodes.push_back(nothing);
  }
  return part;
}

BuiltGraph::Node* labelled(BuiltGraph& graph, LabelId label) {
  const auto found = graph.newest.find(label);
  return found == graph.newest.end() ? nullptr : &graph.nodes[found->second];
}

/// The parts in an order in which each comes behind what it depends on, the oldest first where there
/// is a choice; shorter than the list of parts when edges lead in a circle.
std::vector<std::size_t> topological_order(const BuiltGraph& graph) {
  std::vector<std::size_t> missing(graph.nodes.size());
  std::vector<std::vector<std::size_t>> after(graph.nodes.size());
  std::set<std::size_t> ready;
  for (std::size_t part = 0; part < graph.nodes.size(); ++part) {
    missing[part] = graph.nodes[part].before.size();
    if (missing[part] == 0) ready.insert(part);
    for (const std::size_t before : graph.nodes[part].before) after[before].push_back(part);
  }
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    order.push_back(next);
    for (const std::size_t each : after[next]) {
      if (--missing[each] == 0) ready.insert(each);
    }
  }
  return order;
}

/// The whole graph as it can be launched.
GraphPlan flattened(const BuiltGraph& graph, std::span<const std::size_t> order) {
  GraphPlan plan;
  std::vector<std::vector<NodeIndex>> ends(graph.nodes.size());
  for (const std::size_t part : order) {
    Frontier before;
    for (const std::size_t each : graph.nodes[part].before) merge_into(before, ends[each]);
    const auto first = static_cast<NodeIndex>(plan.nodes.size());
    append(plan, graph.nodes[part].part, before);
    for (const NodeIndex end : ends_of(graph.nodes[part].part)) ends[part].push_back(first + end);
  }
  return plan;
}

}  // namespace

Outcome Device::Implementation::create_graph(const Operation& operation) {
  GraphState& graph = at(graphs_, operation.graph());
  graph = GraphState{};
  graph.origin = GraphState::Origin::built;
  graph.alive = true;
  graph.built.begin_line = operation.line;
  return {};
}

Outcome Device::Implementation::add_node(const Operation& operation) {
  if (auto refused = usable_graph(operation, operation.graph())) return *refused;
  GraphState& graph = at(graphs_, operation.graph());
  open_for_nodes(graph);
  BufferId missing;
  const auto accesses = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.label = operation.label;
  node.thread = operation.thread;
  node.access_count = static_cast<std::uint32_t>(accesses.size());
  BuiltGraph::Node added{operation.label, {}, {}};
  added.part.nodes.push_back(node);
  added.part.accesses.assign(accesses.begin(), accesses.end());
  graph.built.add(std::move(added));
  return {};
}

Outcome Device::Implementation::add_edge(const Operation& operation) {
  if (auto refused = usable_graph(operation, operation.graph())) return *refused;
  open_for_nodes(at(graphs_, operation.graph()));
  BuiltGraph& graph = at(graphs_, operation.graph()).built;
  const BuiltGraph::Node* const from = labelled(graph, operation.label);
  BuiltGraph::Node* const to = labelled(graph, operation.detail->node);
  if (from == nullptr || to == nullptr) {
    return misuse(operation, "an edge connects two nodes of its graph; add them with `node` or `child` first");
  }
  if (!rules_.hold(Rule::explicit_edges_order)) return {};
  const auto index = static_cast<std::size_t>(from - graph.nodes.data());
  if (std::find(to->before.begin(), to->before.end(), index) == to->before.end()) to->before.push_back(index);
  return {};
}

void Device::Implementation::open_for_nodes(GraphState& graph) {
  if (graph.origin == GraphState::Origin::built) return;
  const GraphPlan& plan = *graph.plan;
  graph.origin = GraphState::Origin::built;
  graph.built.begin_line = plan.begin_line;
  for (NodeIndex index = 0; index < plan.nodes.size(); ++index) {
    GraphNode node = plan.nodes[index];
    const auto accesses = plan.accesses_of(node);
    const auto before = plan.predecessors_of(node);
    BuiltGraph::Node added{node.label, {}, {before.begin(), before.end()}};
    node.first_predecessor = node.predecessor_count = node.first_access = 0;
    added.part.nodes.push_back(node);
    added.part.accesses.assign(accesses.begin(), accesses.end());
    graph.built.add(std::move(added));
  }
}

std::optional<Outcome> Device::Implementation::finished_graph(const Operation& operation, GraphId id) {
  at(graphs_, id);
  if (auto refused = usable_graph(operation, id)) return refused;
  GraphState& graph = at(graphs_, id);
  return graph.origin == GraphState::Origin::built ? finish_built_graph(operation, graph) : std::nullopt;
}

Outcome Device::Implementation::add_child(const Operation& operation) {
  if (auto refused = usable_graph(operation, operation.graph())) return *refused;
  if (auto refused = finished_graph(operation, operation.detail->graph)) return *refused;
  GraphState& child = at(graphs_, operation.detail->graph);
  GraphState& graph = at(graphs_, operation.graph());
  open_for_nodes(graph);
  if (child.memory.has_nodes && !operation.flags.move && rules_.hold(Rule::memory_nodes_are_not_cloned)) {
    return refuse(operation, Status::cudaErrorNotSupported, Refusal::memory_nodes_copied);
  }
  if (has_conditional_nodes(*child.plan) && !operation.flags.move && rules_.hold(Rule::conditional_graphs_are_unique)) {
    return refuse(operation, Status::cudaErrorNotSupported, Refusal::conditional_body);
  }
  graph.built.add(part_of(operation, *child.plan));
  graph.memory.has_nodes = graph.memory.has_nodes || child.memory.has_nodes;
  graph.memory.kept.insert(graph.memory.kept.end(), child.memory.kept.begin(), child.memory.kept.end());
  if (operation.flags.move) {
    child.alive = false;
    child.destroyed_line = operation.line;
  }
  return {};
}

Outcome Device::Implementation::add_conditional(const Operation& operation) {
  if (auto refused = usable_graph(operation, operation.graph())) return *refused;
  if (auto refused = finished_graph(operation, operation.detail->graph)) return *refused;
  GraphState& body = at(graphs_, operation.detail->graph);
  GraphState& graph = at(graphs_, operation.graph());
  open_for_nodes(graph);
  BuiltGraph::Node added = part_of(operation, *body.plan);
  const bool may_not_run = rules_.hold(Rule::conditional_bodies_may_not_run);
  for (GraphNode& node : added.part.nodes) node.conditional = may_not_run;
  graph.built.add(std::move(added));
  body.alive = false;  // The body belongs to its node.
  body.destroyed_line = operation.line;
  return {};
}

std::optional<Outcome> Device::Implementation::finish_built_graph(const Operation& operation, GraphState& graph) {
  const std::vector<std::size_t> order = topological_order(graph.built);
  if (order.size() != graph.built.nodes.size()) {
    const bool updates = operation.kind == OperationKind::update;  // Row L10.
    return refuse(operation, updates ? Status::cudaErrorGraphExecUpdateFailure : Status::cudaErrorInvalidValue,
                  Refusal::cyclic_graph, graph.built.begin_line);
  }
  const CaptureId id{static_cast<std::uint32_t>(captures_.size())};
  Capture::Origin origin;
  origin.id = id;
  origin.graph = GraphId{static_cast<std::uint32_t>(&graph - graphs_.data())};
  origin.line = graph.built.begin_line;
  captures_.emplace_back(origin).end();
  GraphPlan plan = flattened(graph.built, order);
  plan.graph = origin.graph;
  plan.capture = id;
  plan.begin_line = graph.built.begin_line;
  plan.end_line = operation.line;
  plan.begun_at = plan.ended_at = emitter_.newest();
  graph.plan = std::make_shared<const GraphPlan>(std::move(plan));
  emitter_.emit(graph.plan);
  return std::nullopt;
}

}  // namespace fencepost::model
