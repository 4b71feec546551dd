#include <fencepost/model/capture.h>

#include <algorithm>

namespace fencepost::model {

void merge_into(Frontier& frontier, std::span<const NodeIndex> more) {
  for (const NodeIndex node : more) {
    const auto at = std::lower_bound(frontier.begin(), frontier.end(), node);
    if (at == frontier.end() || *at != node) frontier.insert(at, node);
  }
}

NodeIndex Capture::add(GraphNode node, std::span<const MemoryAccess> accesses, StreamId stream) {
  const auto index = static_cast<NodeIndex>(plan_.nodes.size());
  Frontier& frontier = frontiers_[stream];
  node.first_predecessor = static_cast<std::uint32_t>(plan_.predecessors.size());
  node.predecessor_count = static_cast<std::uint32_t>(frontier.size());
  node.first_access = static_cast<std::uint32_t>(plan_.accesses.size());
  node.access_count = static_cast<std::uint32_t>(accesses.size());
  node.captured_on = stream;
  plan_.predecessors.insert(plan_.predecessors.end(), frontier.begin(), frontier.end());
  plan_.accesses.insert(plan_.accesses.end(), accesses.begin(), accesses.end());
  plan_.nodes.push_back(node);
  frontier.assign(1, index);
  return index;
}

NodeIndex Capture::add_early(GraphNode node, std::span<const MemoryAccess> accesses, StreamId stream) {
  Frontier& frontier = frontiers_[stream];
  EarlyRun& run = early_[stream];
  if (frontier.empty() || run.kernels != frontier) {
    const bool behind_kernel = frontier.size() == 1 && plan_.nodes[frontier.front()].operation == OperationKind::kernel;
    if (!behind_kernel) return add(node, accesses, stream);
    const auto before = plan_.predecessors_of(plan_.nodes[frontier.front()]);
    run = {{before.begin(), before.end()}, frontier};
  }
  frontier = run.before;
  const NodeIndex index = add(node, accesses, stream);
  run.kernels.push_back(index);
  frontiers_[stream] = run.kernels;
  return index;
}

bool Capture::precede_next_of(StreamId stream, std::span<const NodeIndex> nodes) {
  std::vector<bool>& known = known_ancestors_[stream];
  known.resize(plan_.nodes.size(), false);
  std::vector<NodeIndex> to_visit = frontiers_[stream];
  while (!to_visit.empty()) {
    const NodeIndex node = to_visit.back();
    to_visit.pop_back();
    if (known[node]) continue;
    known[node] = true;
    const auto before = plan_.predecessors_of(plan_.nodes[node]);
    to_visit.insert(to_visit.end(), before.begin(), before.end());
  }
  return std::all_of(nodes.begin(), nodes.end(), [&](NodeIndex node) { return known[node]; });
}

void Capture::drop_dependencies(StreamId stream) {
  Frontier& frontier = frontiers_[stream];
  dropped_.insert(dropped_.end(), frontier.begin(), frontier.end());
  frontier.clear();
}

NodeIndex Capture::first_unjoined(bool forgive_joined_streams) const {
  std::vector<bool> reached(plan_.nodes.size(), false);
  for (const NodeIndex node : frontiers_.at(origin_.stream)) reached[node] = true;
  for (const NodeIndex node : dropped_) reached[node] = true;
  // Predecessors have smaller indices, so one sweep downwards settles everything.
  for (std::size_t i = plan_.nodes.size(); i-- > 0;) {
    if (!reached[i]) continue;
    for (const NodeIndex before : plan_.predecessors_of(plan_.nodes[i])) reached[before] = true;
  }
  for (NodeIndex i = 0; i < plan_.nodes.size(); ++i) {
    if (reached[i]) continue;
    if (forgive_joined_streams && was_joined(plan_.nodes[i].captured_on)) continue;
    return i;
  }
  return no_node;
}

std::shared_ptr<const GraphPlan> Capture::take_plan(std::uint32_t end_line, ExecutionId ended_at) {
  plan_.graph = origin_.graph;
  plan_.capture = origin_.id;
  plan_.begin_line = origin_.line;
  plan_.begun_at = origin_.begun_at;
  plan_.end_line = end_line;
  plan_.ended_at = ended_at;
  return std::make_shared<const GraphPlan>(std::move(plan_));
}

}  // namespace fencepost::model
