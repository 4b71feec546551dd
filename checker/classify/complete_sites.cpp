#include <fencepost/checker/classify/complete_sites.h>

#include <cstddef>
#include <map>

namespace fencepost::checker {

namespace {

bool names_an_event(OperationKind kind) {
  return kind == OperationKind::record || kind == OperationKind::wait || kind == OperationKind::query_event ||
         kind == OperationKind::synchronize_event || kind == OperationKind::destroy_event;
}

/// Known by its line, and not as an access of the engine's.
bool is_bare(const Site& site) { return site.line != 0 && !site.label.exists() && !site.stream.exists(); }

void complete(Site& site, const Operation& operation) {
  site.operation = operation.kind;
  site.label = operation.label;
  site.stream = operation.stream;
  site.thread = operation.thread;
  if (names_an_event(operation.kind)) site.event = operation.event();
}

}  // namespace

void complete_sites(std::span<Hazard> hazards, const Schedule& schedule) {
  std::multimap<std::uint32_t, Site*> bare;
  for (Hazard& hazard : hazards) {
    if (is_bare(hazard.first)) bare.emplace(hazard.first.line, &hazard.first);
    if (is_bare(hazard.second)) bare.emplace(hazard.second.line, &hazard.second);
  }
  if (bare.empty()) return;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    const auto [first, last] = bare.equal_range(operation.line);
    for (auto at = first; at != last; ++at) complete(*at->second, operation);
  }
}

}  // namespace fencepost::checker
