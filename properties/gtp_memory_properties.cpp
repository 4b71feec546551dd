// Memory on both sides of a capture's border: P4, P5, P9, P12, P13.

#include <fencepost/properties/gtp_property_checks.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

bool is_captured_scratch(const Tenure& tenure) {
  return tenure.capture != 0 && (tenure.name.starts_with("wgrad.") || tenure.name.starts_with("exchanged.") ||
                                 tenure.name.starts_with("padded."));
}

bool is_eager_scratch(const Tenure& tenure) {
  return tenure.capture == 0 && tenure.generation->pool_kind == PoolKind::scratch;
}

bool is_registered(const Tenure& tenure) { return tenure.generation->pool_kind == PoolKind::registered; }

using Place = std::pair<std::uint32_t, std::uint64_t>;
Place place_of(const Tenure& tenure) { return {tenure.generation->region.value, tenure.generation->lo}; }

/// The registered buffers of each pool, and for whom they were taken.
struct PoolUsers {
  std::set<std::string_view> weights;
  std::set<Place> eager, captured;
};

std::map<PoolId, PoolUsers> users_of_pools(const GtpHistory& history) {
  std::map<PoolId, PoolUsers> users;
  for (const Tenure& tenure : history.tenures()) {
    if (!is_registered(tenure)) continue;
    PoolUsers& pool = users[tenure.generation->pool];
    pool.weights.insert(tenure.name);
    (tenure.capture == 0 ? pool.eager : pool.captured).insert(place_of(tenure));
  }
  return users;
}

bool changes_its_demand(const gtp::Scenario& scenario) {
  return std::ranges::any_of(scenario.commands, [](const gtp::Command& command) {
    return command.kind == gtp::Command::Kind::change_microbatches;
  });
}

}  // namespace

void captures_borrow_nothing(const GtpCase& judged, Observation& out) {
  const std::vector<Tenure>& tenures = judged.history.tenures();
  for (std::size_t second = 0; second < tenures.size(); ++second) {
    if (!is_captured_scratch(tenures[second])) continue;
    bool met_eager = false;
    for (std::size_t first = 0; first < second; ++first) {
      if (!is_eager_scratch(tenures[first])) continue;
      met_eager = true;
      if (!tenures[first].overlaps(tenures[second])) continue;
      out.breaches.push_back(fmt::format("{} of line {} lies where the eager pool had {}", tenures[second].name,
                                         tenures[second].generation->allocate_line, tenures[first].name));
      break;
    }
    out.instances += met_eager ? 1 : 0;
  }
}

void captures_push_nothing(const GtpCase& judged, Observation& out) {
  const std::uint32_t first_capture = judged.history.capture_count() == 0 ? 0 : judged.history.begin_of(1);
  for (const Tenure& tenure : judged.history.tenures()) {
    if (first_capture == 0 || !is_eager_scratch(tenure)) continue;
    if (tenure.generation->allocate_line < first_capture) continue;
    ++out.instances;
    if (!tenure.generation->graph_memory) continue;
    out.breaches.push_back(
        fmt::format("{} of line {} is memory of a graph", tenure.name, tenure.generation->allocate_line));
  }
}

void repeated_use_is_the_same(const GtpCase& judged, Observation& out) {
  const gtp::Configuration& job = judged.scenario.configuration;
  if (job.repeats < 2 || job.storage != gtp::Storage::registered || job.mode == gtp::GraphMode::local) return;
  for (const auto& [pool, users] : users_of_pools(judged.history)) {
    if (users.captured.empty()) continue;
    ++out.instances;
    if (!std::ranges::includes(users.eager, users.captured)) {
      out.breaches.push_back(
          fmt::format("{} needs a buffer in the capture that no warm-up needed", *users.weights.begin()));
    }
    if (users.weights.size() == 1 && users.captured.size() != 1) {
      out.breaches.push_back(fmt::format("{} needs {} buffers", *users.weights.begin(), users.captured.size()));
    }
  }
  if (judged.audit.has_failure("pool-exhausted"))
    out.breaches.emplace_back("the registered pool had to grow in a capture");
}

void pools_balance(const GtpCase& judged, Observation& out) {
  out.instances += judged.history.capture_count();
  if (judged.audit.has_violation("free-lists-balance")) {
    out.breaches.emplace_back("a capture left other buffers in the free lists than it found");
  }
  if (judged.history.capture_count() == 0 || changes_its_demand(judged.scenario)) return;
  const bool full = judged.scenario.configuration.mode == gtp::GraphMode::full_iteration;
  std::set<Place> known;
  for (const Tenure& tenure : judged.history.tenures()) {
    if (!is_registered(tenure) || !full) continue;
    const bool grew = known.insert(place_of(tenure)).second;
    if (!grew || tenure.generation->allocate_line < judged.history.begin_of(1)) continue;
    out.breaches.push_back(fmt::format("{} of line {} is a new registered buffer after the first capture", tenure.name,
                                       tenure.generation->allocate_line));
  }
}

void reuse_changes_memory_only(const GtpCase& judged, Observation& out) {
  const gtp::Configuration& job = judged.scenario.configuration;
  if (judged.history.capture_count() == 0) return;
  gtp::Scenario other = judged.scenario;
  other.configuration.reuses_recorded_blocks = !job.reuses_recorded_blocks;
  const EngineAudit changed = audit_engine(other, judged.rules);
  if (changed.report.error) return;  // the model does not know the profile, so nothing was compared
  ++out.instances;
  const EngineAudit& with = job.reuses_recorded_blocks ? judged.audit : changed;
  const EngineAudit& without = job.reuses_recorded_blocks ? changed : judged.audit;
  if (with.clean() != without.clean())
    out.breaches.emplace_back("the option makes the difference between right and wrong");
  if (with.schedule.size() != without.schedule.size()) out.breaches.emplace_back("the option changes what is issued");
  if (with.report.peak_bytes > without.report.peak_bytes) {
    out.breaches.push_back(
        fmt::format("reuse needs {} bytes, deferral {}", with.report.peak_bytes, without.report.peak_bytes));
  }
}

}  // namespace fencepost::properties
