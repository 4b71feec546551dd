// Events and books on both sides of a capture's border: P7, P8, P11.

#include <fencepost/properties/gtp_property_checks.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

/// Where an event was last recorded.
struct LastRecord {
  std::uint32_t capture = 0;
  bool external = false;
};

/// Calls `visit` with each wait and the record it meets in issue order.
template <class Visitor>
void for_waits(const GtpCase& judged, Visitor&& visit) {
  std::unordered_map<EventId, LastRecord> records;
  const Schedule& schedule = judged.audit.schedule;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const Operation operation = schedule[index];
    const std::uint32_t capture = judged.history.capture_of(index);
    if (operation.kind == OperationKind::record) records[operation.event()] = {capture, operation.flags.external};
    if (operation.kind != OperationKind::wait) continue;
    const auto found = records.find(operation.event());
    if (found != records.end()) visit(operation, capture, found->second);
  }
}

std::uint64_t applied(const GtpCase& judged, std::initializer_list<gtp::Command::Kind> kinds) {
  std::uint64_t count = 0;
  for (std::size_t index = 0; index < judged.audit.applied.size(); ++index) {
    const bool asked = std::ranges::find(kinds, judged.scenario.commands[index].kind) != kinds.end();
    count += asked && judged.audit.applied[index] ? 1 : 0;
  }
  return count;
}

}  // namespace

void eager_fences_stay_outside(const GtpCase& judged, Observation& out) {
  for_waits(judged, [&](const Operation& wait, std::uint32_t capture, const LastRecord& record) {
    if (capture == 0 || wait.flags.external || record.capture == capture) return;
    out.breaches.push_back(fmt::format("line {} waits in a capture for what was recorded outside of it", wait.line));
  });
  if (judged.scenario.configuration.mode != gtp::GraphMode::full_iteration) return;
  std::set<std::pair<std::uint32_t, std::uint64_t>> warm;
  for (const Tenure& tenure : judged.history.tenures()) {
    if (tenure.generation->pool_kind != PoolKind::registered) continue;
    const std::pair place{tenure.generation->region.value, tenure.generation->lo};
    if (tenure.capture == 0) warm.insert(place);
    if (tenure.capture == 0 || warm.empty()) continue;
    ++out.instances;
    if (!warm.contains(place)) {
      out.breaches.push_back(fmt::format("{} of line {} has an address that no warm-up had", tenure.name,
                                         tenure.generation->allocate_line));
    }
  }
}

void captured_fences_stay_inside(const GtpCase& judged, Observation& out) {
  for_waits(judged, [&](const Operation& wait, std::uint32_t capture, const LastRecord& record) {
    if (capture != 0 || record.capture == 0 || record.external) return;
    out.breaches.push_back(fmt::format("line {} waits eagerly for what only a capture recorded", wait.line));
  });
  // A registered buffer that a capture gave back and eager work takes again: what a stale fence would meet.
  const std::vector<Tenure>& tenures = judged.history.tenures();
  for (std::size_t second = 0; second < tenures.size(); ++second) {
    if (tenures[second].capture != 0 || tenures[second].generation->pool_kind != PoolKind::registered) continue;
    for (std::size_t first = second; first-- > 0;) {
      if (!tenures[first].overlaps(tenures[second])) continue;
      out.instances += tenures[first].released_in != 0 ? 1 : 0;
      break;
    }
  }
}

void replays_keep_no_books(const GtpCase& judged, Observation& out) {
  using Kind = gtp::Command::Kind;
  const bool local = judged.scenario.configuration.mode == gtp::GraphMode::local;
  const std::uint64_t captures = applied(judged, {Kind::capture});
  out.instances += applied(judged, {Kind::replay});
  if (judged.audit.has_violation("replay-changes-nothing")) out.breaches.emplace_back("a replay changed host state");
  if (!judged.audit.failures.empty()) return;  // a command that failed has unwound half-way
  const auto called = [&](gtp::BodyCall call) {
    return static_cast<std::uint64_t>(std::ranges::count(judged.audit.body_calls, call));
  };
  const std::uint64_t eager =
      applied(judged, {Kind::warm_up, Kind::eager_step, Kind::mixed_step}) + (local ? captures : 0);
  if (called(gtp::BodyCall::eager) != eager || called(gtp::BodyCall::capturing) != captures) {
    out.breaches.push_back(fmt::format("the body was called {} times eagerly and {} times in a capture, not {} and {}",
                                       called(gtp::BodyCall::eager), called(gtp::BodyCall::capturing), eager,
                                       captures));
  }
}

}  // namespace fencepost::properties
