#include <fencepost/checker/picture/lane_layout.h>
#include <fencepost/checker/picture/thread_chains.h>

namespace fencepost::checker {

ThreadChains thread_chains(const CauseGraph& graph) {
  ThreadChains chains;
  std::vector<CauseVertex> last_of_thread;
  for (CauseVertex vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    const Lane lane = lane_of(graph.point(vertex));
    const auto causes = graph.causes(vertex);
    std::size_t chosen = ThreadChains::none;
    for (std::size_t i = 0; i < causes.size(); ++i) {
      const CauseVertex cause = causes[i].vertex();
      const bool same_lane = lane_of(graph.point(cause)) == lane;
      if (same_lane && last_of_thread[chains.thread_of[cause]] == cause) {
        chosen = i;
        break;
      }
    }
    const std::size_t thread =
        chosen == ThreadChains::none ? last_of_thread.size() : chains.thread_of[causes[chosen].vertex()];
    if (thread == last_of_thread.size()) {
      last_of_thread.push_back(vertex);
      chains.first_of_thread.push_back(vertex);
    }
    last_of_thread[thread] = vertex;
    chains.thread_of.push_back(thread);
    chains.continues.push_back(chosen);
  }
  return chains;
}

}  // namespace fencepost::checker
