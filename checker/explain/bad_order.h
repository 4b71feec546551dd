#pragma once

/// One order in which the device may run things, chosen to show a fault.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/causes/past_split.h>

#include <vector>

namespace fencepost::checker {

/// A legal order in which `second` runs before `first`, of the vertices that matter: the last point
/// before both, what only `second` needs, `second`, what only `first` needs, `first`. `pasts` are
/// those of `first` and `second`, neither of which may be ordered before the other.
std::vector<CauseVertex> bad_order(CauseVertex first, CauseVertex second, const PastSplit& pasts);

}  // namespace fencepost::checker
