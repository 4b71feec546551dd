#include <fencepost/checker/explain/order_near_miss.h>

namespace fencepost::checker {

NearMissFinding near_miss_of(const Replay& replay, CauseVertex first, CauseVertex second) {
  const auto calls = replay.log.calls();
  NearMissFinding finding = near_miss(calls, replay.call_site(first, second), replay.call_site(second, first));
  if (finding.kind != NearMiss::missing_edge) {
    return finding;
  }
  const CausePoint a = replay.graph.point(first);
  const CausePoint b = replay.graph.point(second);
  const bool nodes_of_two_launches =
      a.kind == CausePoint::Kind::launch_node && b.kind == CausePoint::Kind::launch_node && a.execution != b.execution;
  if (nodes_of_two_launches &&
      calls_order(calls, replay.captured_call_site(first), replay.captured_call_site(second))) {
    finding.kind = NearMiss::edge_lost_at_border;
    finding.line = b.launch_line;
  }
  return finding;
}

}  // namespace fencepost::checker
