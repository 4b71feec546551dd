#include <fencepost/model/graph_paths.h>

#include <algorithm>

namespace fencepost::model {

bool path(const GraphPlan& plan, NodeIndex from, NodeIndex to) {
  std::vector<bool> reached(to - from + std::size_t{1}, false);
  reached[0] = true;
  for (NodeIndex i = from + 1; i <= to; ++i) {
    const auto before = plan.predecessors_of(plan.nodes[i]);
    reached[i - from] =
        std::any_of(before.begin(), before.end(), [&](NodeIndex node) { return node >= from && reached[node - from]; });
  }
  return reached.back();
}

bool leads_to_any(const GraphPlan& plan, NodeIndex from, std::span<const NodeIndex> nodes) {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](NodeIndex to) { return to == from || (to > from && path(plan, from, to)); });
}

std::vector<NodeIndex> newest_of(const GraphPlan& plan, const std::vector<NodeIndex>& records) {
  if (records.size() == 1) return records;
  std::vector<NodeIndex> newest;
  std::vector<bool> leads_to_record(plan.nodes.size(), false);
  std::size_t remaining = records.size();
  for (NodeIndex i = records.back() + 1; i-- > records.front();) {
    const bool is_record = remaining > 0 && records[remaining - 1] == i;
    if (is_record) {
      --remaining;
      if (!leads_to_record[i]) newest.push_back(i);
    }
    if (!is_record && !leads_to_record[i]) continue;
    for (const NodeIndex before : plan.predecessors_of(plan.nodes[i])) leads_to_record[before] = true;
  }
  std::reverse(newest.begin(), newest.end());
  return newest;
}

}  // namespace fencepost::model
