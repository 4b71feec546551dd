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

/// Whether a capture gave a block back that another stream had been recorded on.
bool releases_recorded_blocks(const GtpCase& judged) {
  const Schedule& schedule = judged.audit.schedule;
  std::set<BufferId> recorded;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const Operation operation = schedule[index];
    if (judged.history.capture_of(index) == 0) continue;
    if (operation.kind == OperationKind::record_stream) recorded.insert(operation.buffer());
    if (operation.kind == OperationKind::release && recorded.contains(operation.buffer())) return true;
  }
  return false;
}

/// Whether two schedules issue the same calls on the same tensors, apart from the pools they declare.
/// Where both are clean every read then gets the same value: results are equal bit for bit.
bool same_calls(const Schedule& a, const Schedule& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t index = 0; index < a.size(); ++index) {
    const Operation left = a[index];
    const Operation right = b[index];
    if (left.kind != right.kind) return false;
    if (left.kind != OperationKind::create_pool && !same_content(left, right)) return false;
  }
  return true;
}

/// How many bytes of pools the captures of a run have ever used.
std::uint64_t captured_bytes(const EngineAudit& audit) {
  std::map<Place, std::uint64_t> ends;  // by begin
  for (const model::Generation& tenure : audit.report.generations) {
    if (!tenure.pooled || !tenure.graph_memory) continue;
    std::uint64_t& end = ends[{tenure.region.value, tenure.lo}];
    end = std::max(end, tenure.hi);
  }
  std::uint64_t bytes = 0;
  Place covered{0, 0};
  for (const auto& [begin, end] : ends) {
    if (begin.first != covered.first) covered = {begin.first, 0};
    const std::uint64_t from = std::max(begin.second, covered.second);
    if (end <= from) continue;
    bytes += end - from;
    covered.second = end;
  }
  return bytes;
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
  const bool registered = judged.scenario.configuration.storage == gtp::Storage::registered;
  const bool deferred = releases_recorded_blocks(judged);
  // Nothing was captured that the option could concern.
  if (!deferred && !(registered && judged.history.capture_count() != 0)) return;
  ++out.instances;
  gtp::Scenario other = judged.scenario;
  other.configuration.reuses_recorded_blocks = !other.configuration.reuses_recorded_blocks;
  const EngineAudit changed = audit_engine(other, judged.rules);
  const bool on = judged.scenario.configuration.reuses_recorded_blocks;
  const EngineAudit& with = on ? judged.audit : changed;
  const EngineAudit& without = on ? changed : judged.audit;
  if (with.clean() != without.clean()) {
    out.breaches.emplace_back("the option makes the difference between right and wrong");
  }
  if (!same_calls(with.schedule, without.schedule)) out.breaches.emplace_back("the option changes what is issued");
  // Not that reuse needs fewer bytes: a block that was split for a smaller tensor can force a new one.
  if (registered && !deferred && captured_bytes(with) != captured_bytes(without)) {
    out.breaches.emplace_back("the option changes registered captures");
  }
}

}  // namespace fencepost::properties
