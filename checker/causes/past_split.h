#pragma once

/// The pasts of two vertices, compared from the present backwards.

#include <fencepost/checker/causes/cause_graph.h>

#include <cstddef>
#include <vector>

namespace fencepost::checker {

struct PastSplit {
  /// The last vertex that is done before both start; `no_vertex` when nothing is. Handing memory
  /// out and taking it back does not count: it is host work that says little about order.
  CauseVertex common = no_vertex;
  /// The latest vertices done before one and not needed by the other, in an order in which they run.
  std::vector<CauseVertex> only_a, only_b;
};

/// Splits the pasts of `a` and `b`, listing at most `most` vertices of either alone. One pass over
/// the vertices before them, with a byte for each.
PastSplit split_pasts(const CauseGraph& graph, CauseVertex a, CauseVertex b, std::size_t most);

}  // namespace fencepost::checker
