#include <fencepost/checker/clocks/graph_ports.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

std::vector<model::NodeIndex> nodes_of_kind(const model::GraphPlan& plan, model::NodeKind kind) {
  std::vector<model::NodeIndex> found;
  for (model::NodeIndex node = 0; node < plan.nodes.size(); ++node) {
    if (plan.nodes[node].kind == kind) found.push_back(node);
  }
  return found;
}

std::uint32_t index_in(const std::vector<model::NodeIndex>& ascending, model::NodeIndex node) {
  return static_cast<std::uint32_t>(std::lower_bound(ascending.begin(), ascending.end(), node) - ascending.begin());
}

}  // namespace

GraphPorts::GraphPorts(const model::GraphPlan& plan)
    : waits_(nodes_of_kind(plan, model::NodeKind::external_wait)),
      records_(nodes_of_kind(plan, model::NodeKind::external_record)),
      entry_sets_(waits_.size()),
      exit_sets_(records_.size()),
      entry_(plan.nodes.size(), PortSets::empty_set),
      exit_(plan.nodes.size(), PortSets::empty_set) {
  find_entries(plan);
  find_exits(plan);
}

std::uint32_t GraphPorts::wait_port(model::NodeIndex node) const { return index_in(waits_, node); }
std::uint32_t GraphPorts::record_port(model::NodeIndex node) const { return index_in(records_, node); }

void GraphPorts::find_entries(const model::GraphPlan& plan) {
  if (waits_.empty()) return;
  for (model::NodeIndex node = 0; node < plan.nodes.size(); ++node) {
    PortSet set = PortSets::empty_set;
    for (const model::NodeIndex before : plan.predecessors_of(plan.nodes[node])) {
      set = entry_sets_.unite(set, entry_[before]);
    }
    if (plan.nodes[node].kind == model::NodeKind::external_wait) set = entry_sets_.with(set, wait_port(node));
    entry_[node] = set;
  }
}

void GraphPorts::find_exits(const model::GraphPlan& plan) {
  if (records_.empty()) return;
  for (auto node = static_cast<model::NodeIndex>(plan.nodes.size()); node-- > 0;) {
    if (plan.nodes[node].kind == model::NodeKind::external_record) {
      exit_[node] = exit_sets_.with(exit_[node], record_port(node));
    }
    for (const model::NodeIndex before : plan.predecessors_of(plan.nodes[node])) {
      exit_[before] = exit_sets_.unite(exit_[before], exit_[node]);
    }
  }
}

}  // namespace fencepost::checker
