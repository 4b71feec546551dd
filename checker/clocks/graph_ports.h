#pragma once

/// Where order enters and leaves a graph in the middle: external waits and external records.

#include <fencepost/checker/clocks/port_sets.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <vector>

namespace fencepost::checker {

class GraphPorts {
 public:
  explicit GraphPorts(const model::GraphPlan& plan);

  /// External-wait nodes and external-record nodes, ascending. A port is an index into these.
  [[nodiscard]] const std::vector<model::NodeIndex>& waits() const { return waits_; }
  [[nodiscard]] const std::vector<model::NodeIndex>& records() const { return records_; }
  /// REQUIRES: `node` is such a node.
  [[nodiscard]] std::uint32_t wait_port(model::NodeIndex node) const;
  [[nodiscard]] std::uint32_t record_port(model::NodeIndex node) const;

  /// Whether `node` starts only after the wait of `wait_port`. A wait follows itself.
  [[nodiscard]] bool enters(std::uint32_t wait_port, model::NodeIndex node) const {
    return entry_sets_.contains(entry_[node], wait_port);
  }
  /// Whether the record of `record_port` happens only after `node`. A record follows itself.
  [[nodiscard]] bool leaves(model::NodeIndex node, std::uint32_t record_port) const {
    return exit_sets_.contains(exit_[node], record_port);
  }

 private:
  void find_entries(const model::GraphPlan& plan);
  void find_exits(const model::GraphPlan& plan);

  std::vector<model::NodeIndex> waits_, records_;
  PortSets entry_sets_, exit_sets_;
  std::vector<PortSet> entry_, exit_;  // by node
};

}  // namespace fencepost::checker
