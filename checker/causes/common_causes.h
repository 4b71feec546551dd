#pragma once

/// What several points of the graph of causes have in common.

#include <fencepost/checker/causes/cause_graph.h>

#include <span>
#include <vector>

namespace fencepost::checker {

/// The latest vertices that are done before something of `a` and before something of `b` are done:
/// the maximal elements of the intersection of the two sets' pasts, where a vertex counts as part
/// of its own past. Latest first. Looks only at the pasts' recent ends, down to the answer.
std::vector<CauseVertex> maximal_common_causes(const CauseGraph& graph, std::span<const CauseVertex> a,
                                               std::span<const CauseVertex> b);

/// The vertices whose pasts make up what the completion of `point` promises to the vertex being
/// added: the point itself, or, when it is a node of the same launch that the graph does not have
/// yet, those before it which the graph has.
std::vector<CauseVertex> known_causes(const CauseGraph& graph, const model::CompletionPoint& point);

}  // namespace fencepost::checker
