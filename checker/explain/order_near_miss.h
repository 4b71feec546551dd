#pragma once

/// The near miss of two vertices of a replay.

#include <fencepost/checker/explain/near_miss.h>
#include <fencepost/checker/explain/replay.h>

namespace fencepost::checker {

/// What was nearly done to order `second` behind `first`, neither of which is ordered before the
/// other. Nodes of two launches that were captured in order have lost their edge at the graph's
/// border.
NearMissFinding near_miss_of(const Replay& replay, CauseVertex first, CauseVertex second);

}  // namespace fencepost::checker
