#pragma once

/// Which nodes of a graph lead to which.

#include <fencepost/model/submission.h>

#include <span>
#include <vector>

namespace fencepost::model {

/// Whether a path leads from `from` to the later node `to`. Costs the distance between the two.
bool path(const GraphPlan& plan, NodeIndex from, NodeIndex to);

/// Whether `from` is one of `nodes` or leads to one of them.
bool leads_to_any(const GraphPlan& plan, NodeIndex from, std::span<const NodeIndex> nodes);

/// The nodes of `records` (ascending) from which no path leads to another of them.
std::vector<NodeIndex> newest_of(const GraphPlan& plan, const std::vector<NodeIndex>& records);

}  // namespace fencepost::model
