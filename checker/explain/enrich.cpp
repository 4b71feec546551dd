#include <fencepost/checker/causes/past_split.h>
#include <fencepost/checker/causes/paths.h>
#include <fencepost/checker/explain/bad_order.h>
#include <fencepost/checker/explain/enrich.h>
#include <fencepost/checker/explain/order_near_miss.h>
#include <fencepost/checker/explain/replay.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

/// Of what only one end needs, so many executions are listed in a bad order.
constexpr std::size_t most_listed = 6;

/// Hazards that are about one fence and its misuse: the slug itself says how it nearly worked.
void explain_fence(Hazard& hazard) {
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
      return;
  }
  hazard.near_miss_line = hazard.second.line;
  hazard.near_miss_record_line = hazard.first.line;
  hazard.near_miss_event = hazard.second.event;
}

/// Where a captured node has not been launched yet when it is reported, its first launch is meant.
bool is_node_of_any_launch(const Site& site) { return site.execution == 0 && site.node != model::no_node; }

bool has_two_executions(const Hazard& hazard) {
  if (hazard.slug == Slug::deadlock) return false;  // Who waits for whom is no question of order.
  const Site& first = hazard.first;
  const Site& second = hazard.second;
  const bool both_found = (first.execution != 0 && second.execution != 0) ||
                          (is_node_of_any_launch(first) && is_node_of_any_launch(second));
  return both_found && (first.execution != second.execution || first.node != second.node);
}

CauseVertex vertex_of(const CauseGraph& graph, const Site& site) {
  if (!is_node_of_any_launch(site)) {
    return graph.vertex_of(site.execution, site.node);
  }
  for (const CauseVertex vertex : graph.vertices_at(site.line)) {
    const CausePoint point = graph.point(vertex);
    if (point.kind == CausePoint::Kind::launch_node && point.graph == site.graph && point.node == site.node) {
      return vertex;
    }
  }
  return no_vertex;
}

/// A line of the text for a vertex. Starts and ends of launches stand for the launch.
std::uint32_t line_of(const CauseGraph& graph, CauseVertex vertex) {
  return vertex == no_vertex ? 0 : graph.point(vertex).line;
}

void explain_order(Hazard& hazard, const Replay& replay) {
  const CauseGraph& graph = replay.graph;
  const CauseVertex first = vertex_of(graph, hazard.first);
  const CauseVertex second = vertex_of(graph, hazard.second);
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
  const PastSplit pasts = split_pasts(graph, first, second, most_listed);
  hazard.common_line = line_of(graph, pasts.common);
  hazard.bad_order.clear();
  for (const CauseVertex vertex : bad_order(first, second, pasts)) {
    const std::uint32_t line = line_of(graph, vertex);
    if (line != 0 && (hazard.bad_order.empty() || hazard.bad_order.back() != line)) {
      hazard.bad_order.push_back(line);
    }
    if (vertex == second) hazard.second_in_bad_order = hazard.bad_order.size() - 1;
  }
}

}  // namespace

void enrich(std::span<Hazard> hazards, const Schedule& schedule, const model::Rules& rules) {
  model::ExecutionId last = 0;
  for (Hazard& hazard : hazards) {
    explain_fence(hazard);
    if (has_two_executions(hazard)) {
      last = is_node_of_any_launch(hazard.first) ? all_executions
                                                 : std::max({last, hazard.first.execution, hazard.second.execution});
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
