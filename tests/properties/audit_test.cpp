// What the audit says, against what the slow engines know, on generated schedules.

#include "environment.h"
#include <fencepost/checker/audit.h>
#include <fencepost/checker/oracle/oracle.h>
#include <fencepost/model/device.h>
#include <fencepost/properties/schedule_generator.h>
#include <fencepost/properties/shrink.h>
#include <fencepost/traces/printer.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using checker::Hazard;
using checker::Question;
using checker::RacePair;
using checker::Site;

checker::AccessKey key(const Site& site) { return {site.execution, site.node}; }

bool is_race(const std::vector<RacePair>& races, const Site& first, const Site& second, model::RegionId region,
             std::uint64_t lo, std::uint64_t hi) {
  return std::ranges::any_of(races, [&](const RacePair& race) {
    return race.first == key(first) && race.second == key(second) && race.region == region && race.lo <= lo &&
           hi <= race.hi;
  });
}

/// These name no two accesses that ran: an escape has a node that was not launched, a stale fence
/// its record and its wait.
bool names_accesses(const Hazard& hazard) {
  return hazard.slug != checker::Slug::capture_escape && hazard.slug != checker::Slug::stale_external_record &&
         hazard.lo != hazard.hi;
}

/// Every pair that a hazard of order names is a race of those bytes.
std::optional<std::string> invented(const std::vector<Hazard>& hazards, const std::vector<RacePair>& races) {
  for (const Hazard& hazard : hazards) {
    if (hazard.question != Question::order || !names_accesses(hazard)) continue;
    const auto named = [&](const Site& first, const Site& second, std::uint64_t lo, std::uint64_t hi) {
      return is_race(races, first, second, hazard.region, lo, hi);
    };
    bool all = named(hazard.first, hazard.second, hazard.lo, hazard.hi);
    for (const Hazard::Also& also : hazard.also) all = all && named(also.first, also.second, also.lo, also.hi);
    if (!all) {
      return fmt::format("{} at lines {} and {} names accesses that do not race", name(hazard.slug), hazard.first.line,
                         hazard.second.line);
    }
  }
  return std::nullopt;
}

/// What the audit of `schedule` says that is not so, or does not say that is.
std::optional<std::string> fault_of_audit(const Schedule& schedule) {
  checker::SubmissionLog log;
  model::Device device(log);
  for (std::size_t index = 0; index < schedule.size(); ++index) device.submit(schedule[index]);
  device.finish();
  const auto verdict = checker::oracle::judge(log, device.generations());
  if (device.error() || !verdict) return std::nullopt;

  checker::AuditOptions options;
  options.explain = options.fixes = false;
  const checker::Report report = checker::audit(schedule, options);
  if (report.error) return "the audit has no verdict, the model has one";
  if (auto fault = invented(report.hazards, verdict->races)) return fault;
  // Which hazard tells of a fault is the classification's choice: a race with what was freed may be
  // told as the use after free, a replay of freed bytes as the read of what nobody wrote.
  const bool faulty = !verdict->races.empty() || !verdict->lifetime_faults.empty() || !verdict->wrong_values.empty();
  if (faulty && report.clean()) return "a clean report of a schedule that is not";
  return std::nullopt;
}

TEST(Audit, NamesNoPairThatDoesNotRaceAndIsNeverCleanWrongly) {
  const std::uint64_t cases = from_environment("FENCEPOST_CASES", 20'000) / 10;
  const std::uint64_t seed = from_environment("FENCEPOST_SEED", 5);
  for (std::uint64_t number = 0; number < cases; ++number) {
    const Tape tape = random_tape(seed, number, GeneratorSettings::small().tape_length());
    if (!fault_of_audit(generate(tape, GeneratorSettings::small()))) continue;
    const auto still_wrong = [](const Tape& candidate) {
      return fault_of_audit(generate(candidate, GeneratorSettings::small())).has_value();
    };
    const Schedule smallest = generate(shrink(tape, still_wrong, 2000), GeneratorSettings::small());
    FAIL() << "case " << number << " of seed " << seed << ": " << *fault_of_audit(smallest) << '\n' << print(smallest);
  }
}

}  // namespace
}  // namespace fencepost::properties
