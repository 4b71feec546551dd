#include <fencepost/properties/generator.h>

#include <utility>

namespace fencepost::properties {

void Generator::connect_nodes(GraphId graph, std::vector<LabelId> order) {
  const auto count = static_cast<std::uint32_t>(order.size());
  for (std::uint32_t i = count; i-- > 1;) std::swap(order[i], order[choices_.choose(i + 1)]);
  for (std::uint32_t i = 1; i < count; ++i) {
    for (std::uint32_t edges = choices_.choose(3); edges-- > 0;)
      write_.edge(graph, order[choices_.choose(i)], order[i]);
  }
}

std::vector<LabelId> Generator::add_nodes(GraphId graph, std::uint32_t count) {
  std::vector<LabelId> nodes;
  for (std::uint32_t made = 0; made < count; ++made) nodes.push_back(write_.node(graph, any_accesses(true)));
  return nodes;
}

/// A graph built node by node, at times with another graph as a child or as a conditional body.
/// Edges lead along a shuffled order, so that many of them go from a later node to an earlier one.
void Generator::explicit_section() {
  std::optional<GraphId> part;
  if (choices_.chance(1, 2)) {
    part = write_.create_graph();
    connect_nodes(*part, add_nodes(*part, 1 + choices_.choose(2)));
  }
  const GraphId graph = write_.create_graph();
  BuiltExecutable built;
  built.nodes = add_nodes(graph, 2 + choices_.choose(settings_.capture_length / 2));
  std::vector<LabelId> all = built.nodes;
  if (part) all.push_back(choices_.chance(1, 2) ? write_.conditional(graph, *part) : write_.child(graph, *part));
  connect_nodes(graph, all);
  built.id = write_.instantiate(graph);
  executables_.push_back(built.id);
  const ExecutableId launched = built.id;
  built_.push_back(std::move(built));
  if (choices_.chance(1, 3)) change_node();
  const std::uint32_t launches = choices_.choose(settings_.launches + 1);
  for (std::uint32_t done = 0; done < launches; ++done) {
    relaunch(launched);
    if (choices_.chance(1, 2)) eager_operation();
  }
}

/// An executable gets other parameters for one node, or has it disabled or enabled.
void Generator::change_node() {
  if (built_.empty()) return eager_work();
  BuiltExecutable& changed = any_of(built_);
  const LabelId node = any_of(changed.nodes);
  if (choices_.chance(1, 2)) return write_.update_node(changed.id, node, any_accesses(true));
  write_.set_node_enabled(changed.id, node, choices_.chance(1, 2));
}

}  // namespace fencepost::properties
