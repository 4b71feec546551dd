#include <fencepost/properties/gtp_counts.h>

#include <algorithm>
#include <array>

namespace fencepost::properties {

namespace {

constexpr std::array<std::string_view, gtp_count_count> names{
    "cases",
    "operations",
    "captures",
    "launches",
    "graphs reset",
    "eager jobs",
    "local-graph jobs",
    "full-iteration jobs",
    "jobs with mixed chains",
    "jobs with grouped chains",
    "cases with a replay",
    "cases captured again after a reset",
    "cases in which a pool reused bytes",
    "cases in which it did so in a capture",
    "cases with a captured FP32 sum",
    "cases with registered buffers in a capture",
    "cases with windows",
    "cases with batches of local experts",
    "cases with the allocator's reuse in captures",
    "cases with a repeated use in a capture",
    "cases with handoffs between graphs",
    "cases with eager steps between replays",
    "cases with an instance of P1",
    "cases with an instance of P2",
    "cases with an instance of P3",
    "cases with an instance of P4",
    "cases with an instance of P5",
    "cases with an instance of P6",
    "cases with an instance of P7",
    "cases with an instance of P8",
    "cases with an instance of P9",
    "cases with an instance of P10",
    "cases with an instance of P11",
    "cases with an instance of P12",
    "cases with an instance of P13",
};

/// What the operations of one schedule did.
struct Activity {
  std::uint64_t captures = 0, launches = 0, destroyed = 0;
  bool recaptured = false, summed = false, external = false, interleaved = false;
};

Activity activity_of(const Schedule& schedule) {
  Activity activity;
  bool capturing = false;
  bool eager_since_launch = false;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    const Operation operation = schedule[index];
    switch (operation.kind) {
      case OperationKind::begin_capture:
        capturing = true;
        ++activity.captures;
        activity.recaptured |= activity.destroyed > 0;
        break;
      case OperationKind::end_capture:
        capturing = false;
        break;
      case OperationKind::launch:
        ++activity.launches;
        activity.interleaved |= eager_since_launch && activity.launches > 1;
        eager_since_launch = false;
        break;
      case OperationKind::destroy_executable:
        ++activity.destroyed;
        break;
      case OperationKind::all_to_all:
        activity.summed |= capturing;
        break;
      case OperationKind::reduce_scatter:
        eager_since_launch |= !capturing;
        break;
      case OperationKind::record:
        activity.external |= operation.flags.external;
        break;
      default:
        break;
    }
  }
  return activity;
}

void count_memory(const EngineAudit& audit, std::vector<std::uint64_t>& counts) {
  for (const model::Generation& tenure : audit.report.generations) {
    const bool captured = tenure.capture.exists();
    if (tenure.previous.exists()) counts[static_cast<std::size_t>(GtpCount::reused)] = 1;
    if (tenure.previous.exists() && captured) counts[static_cast<std::size_t>(GtpCount::reused_in_capture)] = 1;
    if (tenure.pool_kind == PoolKind::registered && captured) {
      counts[static_cast<std::size_t>(GtpCount::registered_in_capture)] = 1;
    }
  }
}

}  // namespace

std::span<const std::string_view> gtp_count_names() { return names; }

std::vector<std::uint64_t> gtp_counts(const gtp::Scenario& scenario, const EngineAudit& audit,
                                      std::span<const Observation> observations) {
  std::vector<std::uint64_t> counts(gtp_count_count);
  const auto set = [&](GtpCount which, std::uint64_t value) { counts[static_cast<std::size_t>(which)] = value; };
  const gtp::Configuration& job = scenario.configuration;
  const Activity activity = activity_of(audit.schedule);
  set(GtpCount::cases, 1);
  set(GtpCount::operations, audit.schedule.size());
  set(GtpCount::captures, activity.captures);
  set(GtpCount::launches, activity.launches);
  set(GtpCount::resets, activity.destroyed);
  set(GtpCount::eager_jobs, job.mode == gtp::GraphMode::eager ? 1 : 0);
  set(GtpCount::local_jobs, job.mode == gtp::GraphMode::local ? 1 : 0);
  set(GtpCount::full_iteration_jobs, job.mode == gtp::GraphMode::full_iteration ? 1 : 0);
  set(GtpCount::mixed_chains, job.chains == gtp::ChainMix::mixed ? 1 : 0);
  set(GtpCount::grouped_chains, job.grouped ? 1 : 0);
  set(GtpCount::captured, activity.launches > 0 ? 1 : 0);
  set(GtpCount::recaptured, activity.recaptured ? 1 : 0);
  set(GtpCount::summed_in_capture, activity.summed ? 1 : 0);
  set(GtpCount::windows, job.uses_windows() ? 1 : 0);
  set(GtpCount::batches, job.experts && job.local_experts > 1 ? 1 : 0);
  set(GtpCount::reuse_option, job.reuses_recorded_blocks ? 1 : 0);
  set(GtpCount::repeated_in_capture, activity.captures > 0 && job.repeats > 1 ? 1 : 0);
  set(GtpCount::external_handoffs, activity.external ? 1 : 0);
  set(GtpCount::interleaved, activity.interleaved ? 1 : 0);
  count_memory(audit, counts);
  for (std::size_t index = 0; index < observations.size(); ++index) {
    counts[static_cast<std::size_t>(GtpCount::first_property) + index] = observations[index].instances > 0 ? 1 : 0;
  }
  return counts;
}

}  // namespace fencepost::properties
