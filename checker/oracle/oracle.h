#pragma once

/// The independent arbiter: verdicts on a small schedule by running it in every order.
///
/// Each of the three verdicts of definitions.md 9 has its own definition here, and none of them uses
/// happens-before, clocks or graphs. Engines that do are compared with this.

#include <fencepost/checker/oracle/queue_machine.h>
#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>
#include <fencepost/model/generation.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker::oracle {

/// Executions and nodes in an order in which the device may run them; the last one is where it
/// shows. Starts and ends of launches are left out.
using WitnessOrder = std::vector<AccessKey>;

/// A read that sees, in some legal order, something else than in issue order.
struct WrongValue {
  AccessKey reader;
  model::RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::optional<AccessKey> expected;  ///< whose value in issue order; none: the initial one
  std::optional<AccessKey> seen;      ///< the same writer when they differ by atomic updates only
  WitnessOrder order;                 ///< ends with the reader
};

/// An access on behalf of an owner that had given its bytes up before the access was submitted.
struct LifetimeFault {
  AccessKey access;
  model::GenerationId generation;
  model::RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  friend bool operator==(const LifetimeFault&, const LifetimeFault&) = default;
};

struct Verdict {
  std::vector<RacePair> races;                 ///< all of them, normalised
  std::vector<LifetimeFault> lifetime_faults;  ///< in submission order
  std::vector<WrongValue> wrong_values;        ///< one for each reader and run of bytes
  /// Pairs which some order reverses, conflicting or not; what `frontier` needs. Normalised.
  std::vector<RacePair> unordered;
  std::size_t states = 0;  ///< explored, over all bytes
};

struct Limits {
  std::size_t states = 20'000;  ///< for each run of contested bytes
};

/// `generations` is indexed by `GenerationId` and may be empty; it is needed only to know whose
/// bytes stay with a graph after their owner gave them up. Refuses what is too large.
tl::expected<Verdict, Refusal> judge(const SubmissionLog& log, std::span<const model::Generation> generations = {},
                                     Limits limits = {});

/// A legal order that runs `race.second` before `race.first`: it ends with `race.second`.
/// REQUIRES: `race` is one of a verdict on `log`.
WitnessOrder witness(const SubmissionLog& log, const RacePair& race);

}  // namespace fencepost::checker::oracle
