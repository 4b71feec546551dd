#pragma once

/// Many generated schedules, one question: do the engines agree?

#include <fencepost/properties/agreement.h>
#include <fencepost/properties/schedule_generator.h>
#include <fencepost/properties/tape.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace fencepost::properties {

struct CampaignSettings {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;  ///< number of the first case
  std::uint64_t cases = 1000;
  std::uint64_t stride = 1;  ///< a shard takes every stride-th case
  GeneratorSettings generator;
  AgreementOptions agreement;
  std::size_t shrink_attempts = 4000;
};

/// How many cases had what.
struct Tally {
  std::uint64_t cases = 0, modelled = 0, judged = 0;
  std::uint64_t captured = 0, replayed = 0, reused = 0, external = 0, external_pair = 0, all_four = 0;
  std::uint64_t guarded = 0, refused = 0, raced = 0, raced_in_launch = 0, lifetime_fault = 0, wrong_value = 0;
  std::uint64_t waits_for_value = 0, waits_for_ever = 0, uses_window = 0, unmapped = 0, conditional = 0;
  std::uint64_t races = 0, submissions = 0, states = 0;

  void add(const Agreement& agreement);
};

/// A case on which engines differ, as small as shrinking made it.
struct Failure {
  std::uint64_t number = 0;
  Tape tape;
  Schedule schedule;
  std::string disagreement;
};

struct CampaignResult {
  Tally tally;
  std::optional<Failure> failure;  ///< the first; the campaign stops there
};

/// Deterministic. `progress` is told the number of cases done, now and then; it may be empty.
CampaignResult run_campaign(const CampaignSettings& settings,
                            const std::function<void(const Tally&)>& progress = nullptr);

/// One line for each count, with percentages of the cases.
std::string describe(const Tally& tally);
/// The case, what differs, and the schedule as a trace.
std::string describe(const Failure& failure, const CampaignSettings& settings);

}  // namespace fencepost::properties
