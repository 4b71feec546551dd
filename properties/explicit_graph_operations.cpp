#include <fencepost/properties/generator.h>

#include <utility>

namespace fencepost::properties {

/// A graph built node by node. Edges lead along a shuffled order, so that many of them go from a
/// later node to an earlier one.
void Generator::explicit_section() {
  const GraphId graph = write_.create_graph();
  BuiltExecutable built;
  const std::uint32_t count = 2 + choices_.choose(settings_.capture_length / 2);
  for (std::uint32_t made = 0; made < count; ++made) built.nodes.push_back(write_.node(graph, any_accesses(true)));
  std::vector<LabelId> order = built.nodes;
  for (std::uint32_t i = count; i-- > 1;) std::swap(order[i], order[choices_.choose(i + 1)]);
  for (std::uint32_t i = 1; i < count; ++i) {
    for (std::uint32_t edges = choices_.choose(3); edges-- > 0;)
      write_.edge(graph, order[choices_.choose(i)], order[i]);
  }
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
