// What the generated jobs were like.

#include <fencepost/properties/gtp_suite.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

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

}  // namespace

void GtpTally::add(const gtp::Scenario& scenario, const EngineAudit& audit) {
  const gtp::Configuration& job = scenario.configuration;
  const Activity activity = activity_of(audit.schedule);
  const auto count = [](std::uint64_t& counter, bool happened) { counter += happened ? 1 : 0; };
  ++cases;
  operations += audit.schedule.size();
  count(eager, job.mode == gtp::GraphMode::eager);
  count(local, job.mode == gtp::GraphMode::local);
  count(full_iteration, job.mode == gtp::GraphMode::full_iteration);
  captures += activity.captures;
  replays += activity.launches;
  resets += activity.destroyed;
  count(captured, activity.launches > 0);
  count(recaptured, activity.recaptured);
  const auto& tenures = audit.report.generations;
  count(reused, std::ranges::any_of(tenures, [](const auto& each) { return each.previous.exists(); }));
  count(reused_in_capture,
        std::ranges::any_of(tenures, [](const auto& each) { return each.previous.exists() && each.capture.exists(); }));
  count(summed_in_capture, activity.summed);
  count(registered_in_capture, std::ranges::any_of(tenures, [](const auto& each) {
          return each.pool_kind == PoolKind::registered && each.capture.exists();
        }));
  count(repeated_in_capture, activity.captures > 0 && job.repeats > 1);
  count(external_handoffs, activity.external);
  count(interleaved, activity.interleaved);
}

std::string describe(const GtpTally& tally) {
  std::string out;
  const auto line = [&](std::string_view what, std::uint64_t count) { out += fmt::format("{:>9} {}\n", count, what); };
  line("cases", tally.cases);
  line("operations", tally.operations);
  line("eager jobs", tally.eager);
  line("local-graph jobs", tally.local);
  line("full-iteration jobs", tally.full_iteration);
  line("captures", tally.captures);
  line("launches", tally.replays);
  line("graphs reset", tally.resets);
  line("cases with a replay", tally.captured);
  line("cases captured again after a reset", tally.recaptured);
  line("cases in which a pool reused bytes", tally.reused);
  line("cases in which it did so in a capture", tally.reused_in_capture);
  line("cases with a captured FP32 sum", tally.summed_in_capture);
  line("cases with registered buffers in a capture", tally.registered_in_capture);
  line("cases with a repeated use in a capture", tally.repeated_in_capture);
  line("cases with handoffs between graphs", tally.external_handoffs);
  line("cases with eager steps between replays", tally.interleaved);
  return out;
}

}  // namespace fencepost::properties
