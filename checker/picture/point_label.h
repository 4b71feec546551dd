#pragma once

/// A short text for a vertex of the graph of causes.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/traces/names.h>

#include <string>

namespace fencepost::checker {

/// `exchange`, `record sent`, `wait sent`, `launch step 2`, `free a2a`.
std::string point_label(const CausePoint& point, const Names& names);

}  // namespace fencepost::checker
