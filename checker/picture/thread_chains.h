#pragma once

/// Divides the graph of causes into chains, each of which one thread could run.

#include <fencepost/checker/causes/cause_graph.h>

#include <cstddef>
#include <vector>

namespace fencepost::checker {

struct ThreadChains {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::vector<std::size_t> thread_of;        ///< by vertex
  std::vector<std::size_t> continues;        ///< by vertex: its place among its causes, or `none`
  std::vector<CauseVertex> first_of_thread;  ///< by thread
};

/// Gives each vertex to the thread of a cause in the same lane that is the last of its thread so far,
/// and to a new thread when there is none: branches of a graph get threads of their own.
ThreadChains thread_chains(const CauseGraph& graph);

}  // namespace fencepost::checker
