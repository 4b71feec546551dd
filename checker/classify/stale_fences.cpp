#include <fencepost/checker/classify/stale_fences.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

/// `node` and everything a path leads from to it.
std::vector<bool> ancestors(const model::GraphPlan& plan, model::NodeIndex node) {
  std::vector<bool> found(plan.nodes.size(), false);
  found[node] = true;
  for (model::NodeIndex each = node + 1; each-- > 0;) {
    if (!found[each]) continue;
    for (const model::NodeIndex before : plan.predecessors_of(plan.nodes[each])) found[before] = true;
  }
  return found;
}

/// `node` and everything it leads to.
std::vector<bool> descendants(const model::GraphPlan& plan, model::NodeIndex node) {
  std::vector<bool> found(plan.nodes.size(), false);
  found[node] = true;
  for (model::NodeIndex each = node + 1; each < plan.nodes.size(); ++each) {
    const auto before = plan.predecessors_of(plan.nodes[each]);
    found[each] = std::any_of(before.begin(), before.end(), [&](model::NodeIndex other) { return found[other]; });
  }
  return found;
}

bool of_program(const model::GraphNode& node, model::NodeKind kind) { return node.kind == kind && !node.library; }

}  // namespace

std::vector<StaleFence> stale_fences(const model::GraphPlan& plan) {
  std::vector<StaleFence> found;
  std::vector<model::NodeIndex> records;
  for (model::NodeIndex wait = 0; wait < plan.nodes.size(); ++wait) {
    const model::GraphNode& node = plan.nodes[wait];
    if (of_program(node, model::NodeKind::external_record)) records.push_back(wait);
    if (!of_program(node, model::NodeKind::external_wait)) continue;
    std::vector<bool> before_wait;
    for (const model::NodeIndex record : records) {
      if (plan.nodes[record].event != node.event) continue;
      if (before_wait.empty()) before_wait = ancestors(plan, wait);
      if (before_wait[record]) continue;
      found.push_back({record, wait, ancestors(plan, record), descendants(plan, wait)});
    }
  }
  std::sort(found.begin(), found.end(), [](const StaleFence& a, const StaleFence& b) {
    return a.record != b.record ? a.record < b.record : a.wait < b.wait;
  });
  return found;
}

}  // namespace fencepost::checker
