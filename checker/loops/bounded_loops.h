#pragma once

/// `repeat forever`, judged for every number of turns (definitions.md 16).
///
/// A turn leaves the model in a state: which bytes every pool holds free, what each event was last
/// recorded by, and so on. When the state after some turn recurs, all later turns repeat those in
/// between. Each queue runs the turns in order, so an access that a later one meets unordered in a
/// far turn meets it unordered in the next, too: one more period shows every pair there is.

#include <fencepost/checker/hazard.h>
#include <fencepost/model/device.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker {

/// How an endless loop was cut.
struct BoundedLoop {
  std::uint32_t line = 0;
  std::uint64_t turns = 0;   ///< that stand for every number of turns
  std::uint64_t period = 0;  ///< after how many turns the state recurs; 0: it never did

  friend bool operator==(const BoundedLoop&, const BoundedLoop&) = default;
};

struct BoundedSchedule {
  Schedule schedule;  ///< without endless loops; lines are those of the original
  std::vector<BoundedLoop> loops;
  /// A pool that gets larger with every turn: no number of turns stands for all.
  std::optional<Hazard> growth;
};

/// Cuts every endless loop of `schedule`. An error says what keeps a loop from being proved.
tl::expected<BoundedSchedule, model::ModelError> bound_loops(const Schedule& schedule, const model::Rules& rules);

}  // namespace fencepost::checker
