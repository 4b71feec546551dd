#pragma once

/// Raw races, before classification: the common currency of every engine.
///
/// The clocks, the full-vector engine, the Boost.Graph closure and the oracle each produce a list
/// of `RacePair`s; after `normalise` two engines agree exactly when their lists are equal.

#include <fencepost/model/submission.h>

#include <compare>
#include <cstdint>
#include <vector>

namespace fencepost::checker {

/// Who accessed: an eager execution, or one node of a launch. Ordered by the key of definitions.md 1,
/// (execution, node index); an eager execution has `no_node`.
struct AccessKey {
  model::ExecutionId execution = 0;
  model::NodeIndex node = model::no_node;

  friend constexpr auto operator<=>(const AccessKey&, const AccessKey&) = default;
};

/// Two conflicting accesses to bytes [lo, hi) of one region that no rule orders: at least one of
/// them writes, they are not both atomic, and some legal device order runs `second` before
/// `first`, although `first` is the smaller key.
struct RacePair {
  AccessKey first;
  AccessKey second;
  model::RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  friend constexpr auto operator<=>(const RacePair&, const RacePair&) = default;
};

/// The canonical form of a list of races: sorted, without duplicates, overlapping or touching
/// byte intervals of one pair joined. It does not depend on how an engine split its intervals.
std::vector<RacePair> normalise(std::vector<RacePair> races);

}  // namespace fencepost::checker
