#include <fencepost/checker/bytes/touch.h>
#include <fencepost/checker/classify/bytes_in_dispute.h>
#include <fencepost/checker/classify/escapes.h>
#include <fencepost/checker/classify/race_case.h>
#include <fencepost/checker/classify/sites.h>

#include <algorithm>
#include <map>

namespace fencepost::checker {

void Escapes::capture_ended(GraphId graph) {
  live_.erase(graph);
  if (live_.empty()) accesses_.clear();
}

void Escapes::add(const model::Submission& submission, std::uint32_t site) {
  if (live_.empty()) return;
  for (const model::MemoryAccess& access : submission.accesses) {
    accesses_.push_back({submission.execution, site, access});
  }
}

void Escapes::check(const model::GraphPlan& graph, const SiteTable& sites) {
  std::map<model::RegionId, std::vector<const EagerAccess*>> beside;
  for (const EagerAccess& each : accesses_) {
    if (each.execution > graph.begun_at && each.execution <= graph.ended_at)
      beside[each.access.region].push_back(&each);
  }
  if (beside.empty()) return;
  for (model::NodeIndex node = 0; node < graph.nodes.size(); ++node) {
    for (const model::MemoryAccess& captured : graph.accesses_of(graph.nodes[node])) {
      const auto near = beside.find(captured.region);
      if (near == beside.end()) continue;
      for (const EagerAccess* escaped : near->second) report(graph, node, captured, *escaped, sites);
    }
  }
}

void Escapes::report(const model::GraphPlan& graph, model::NodeIndex node, const model::MemoryAccess& captured,
                     const EagerAccess& escaped, const SiteTable& sites) {
  const std::uint64_t lo = std::max(captured.lo, escaped.access.lo);
  const std::uint64_t hi = std::min(captured.hi, escaped.access.hi);
  if (lo >= hi || !conflict(captured.mode, escaped.access.mode)) return;
  Hazard hazard;
  hazard.question = Question::order;
  hazard.first = eager_site(sites[escaped.site], escaped.execution, escaped.access.mode, escaped.access.generation);
  hazard.second = captured_site(graph, node, captured.mode, captured.generation);
  OrderCase order = race_case(hazard.first, hazard.second, tenures_);
  order.escaped_capture = true;
  hazard.slug = decide(order);
  describe_bytes(hazard, captured.region, lo, hi, tenures_);
  found_.try_emplace({escaped.execution, graph.capture, node}, ledger_.add(hazard));
}

std::optional<std::size_t> Escapes::explaining(const Encounter& encounter) const {
  if (found_.empty() || encounter.first.of_launch() == encounter.second.of_launch()) return std::nullopt;
  const Party& eager = encounter.first.of_launch() ? encounter.second : encounter.first;
  const Party& replayed = encounter.first.of_launch() ? encounter.first : encounter.second;
  const auto known = found_.find({eager.execution, replayed.graph->plan().capture, replayed.node});
  return known == found_.end() ? std::nullopt : std::optional{known->second};
}

}  // namespace fencepost::checker
