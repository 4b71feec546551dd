#include <fencepost/checker/causes/common_causes.h>
#include <fencepost/checker/causes/paths.h>
#include <fencepost/checker/explain/bad_order.h>
#include <fencepost/checker/explain/enrich.h>
#include <fencepost/checker/explain/order_near_miss.h>
#include <fencepost/checker/explain/replay.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

/// Hazards that are about one call and the fence it misused: there is nothing to replay.
bool explain_fence(Hazard& hazard) {
  switch (hazard.slug) {
    case Slug::eager_wait_on_captured_fence:
    case Slug::captured_wait_on_ended_capture:
    case Slug::captured_wait_on_eager_fence:
      hazard.near_miss = NearMiss::captured_only_fence;
      break;
    case Slug::stale_external_record:
      hazard.near_miss = NearMiss::stale_external;
      break;
    default:
      return false;
  }
  hazard.near_miss_line = hazard.second.line;
  hazard.near_miss_record_line = hazard.first.line;
  hazard.near_miss_event = hazard.second.event;
  return true;
}

bool has_two_executions(const Hazard& hazard) {
  return hazard.first.execution != 0 && hazard.second.execution != 0 &&
         (hazard.first.execution != hazard.second.execution || hazard.first.node != hazard.second.node);
}

/// A line of the text for a vertex. Starts and ends of launches stand for the launch.
std::uint32_t line_of(const CauseGraph& graph, CauseVertex vertex) {
  return vertex == no_vertex ? 0 : graph.point(vertex).line;
}

void explain_order(Hazard& hazard, const Replay& replay) {
  const CauseGraph& graph = replay.graph;
  const CauseVertex first = graph.vertex_of(hazard.first.execution, hazard.first.node);
  const CauseVertex second = graph.vertex_of(hazard.second.execution, hazard.second.node);
  if (first == no_vertex || second == no_vertex || ordered(graph, first, second) || ordered(graph, second, first)) {
    return;
  }
  if (hazard.near_miss == NearMiss::none) {
    const NearMissFinding finding = near_miss_of(replay, first, second);
    hazard.near_miss = finding.kind;
    hazard.near_miss_line = finding.line;
    hazard.near_miss_record_line = finding.record_line;
    hazard.near_miss_event = finding.event;
  }
  const CauseVertex common = nearest_common_cause(graph, first, second);
  hazard.common_line = line_of(graph, common);
  hazard.bad_order.clear();
  for (const CauseVertex vertex : bad_order(graph, first, second, common)) {
    const std::uint32_t line = line_of(graph, vertex);
    if (line != 0 && (hazard.bad_order.empty() || hazard.bad_order.back() != line)) {
      hazard.bad_order.push_back(line);
    }
  }
}

}  // namespace

void enrich(std::span<Hazard> hazards, const Schedule& schedule, const model::Rules& rules) {
  model::ExecutionId last = 0;
  for (Hazard& hazard : hazards) {
    if (!explain_fence(hazard) && has_two_executions(hazard)) {
      last = std::max({last, hazard.first.execution, hazard.second.execution});
    }
  }
  if (last == 0) {
    return;
  }
  Replay play;
  replay(schedule, rules, play, last);
  for (Hazard& hazard : hazards) {
    if (has_two_executions(hazard) && hazard.bad_order.empty()) {
      explain_order(hazard, play);
    }
  }
}

}  // namespace fencepost::checker
