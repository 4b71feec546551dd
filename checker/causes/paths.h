#pragma once

/// Questions about order, answered by walking the graph of causes from effect to cause.

#include <fencepost/checker/causes/cause_graph.h>

#include <vector>

namespace fencepost::checker {

/// Whether `a` is done before `b` starts. A vertex is not ordered before itself.
bool ordered(const CauseGraph& graph, CauseVertex a, CauseVertex b);

/// "`vertex` starts after the vertex of the step before is done, because of `reason`."
struct PathStep {
  CauseVertex vertex = no_vertex;
  model::EdgeReason reason = model::EdgeReason::stream;  ///< of the first step: no meaning
  EventId event;

  friend bool operator==(const PathStep&, const PathStep&) = default;
};

/// One of the paths from `a` to `b` with the fewest steps, both ends included; empty when `a` is not
/// ordered before `b`.
std::vector<PathStep> path(const CauseGraph& graph, CauseVertex a, CauseVertex b);

/// Everything that is done before `vertex` starts, in an order in which it may run. Vertices below
/// `lowest` are left out.
std::vector<CauseVertex> past_of(const CauseGraph& graph, CauseVertex vertex, CauseVertex lowest = 0);

}  // namespace fencepost::checker
