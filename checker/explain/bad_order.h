#pragma once

/// One order in which the device may run things, chosen to show a fault.

#include <fencepost/checker/causes/cause_graph.h>

#include <cstddef>
#include <vector>

namespace fencepost::checker {

/// A legal order in which `second` runs before `first`, of the vertices that matter: `since` (the
/// last point before both, or `no_vertex`), what only `second` needs, `second`, what only `first`
/// needs, `first`. Of the two middle parts at most the last `most` vertices are listed. Neither may
/// be ordered before the other.
std::vector<CauseVertex> bad_order(const CauseGraph& graph, CauseVertex first, CauseVertex second, CauseVertex since,
                                   std::size_t most = 6);

}  // namespace fencepost::checker
