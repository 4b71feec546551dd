#pragma once

/// What happened to each byte of a schedule, all accesses kept.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <cstdint>
#include <vector>

namespace fencepost::checker::reference {

/// All that one execution or node does to a byte, taken together. `exclusive` conflicts with
/// everything, `atomic` with all but other atomics, `read` with all but other reads. Reading and
/// updating the same byte atomically is exclusive.
enum class Effect : std::uint8_t { read, atomic, exclusive };
constexpr bool conflict(Effect a, Effect b) { return a != b || a == Effect::exclusive; }

struct Touch {
  AccessKey key;
  Effect effect = Effect::read;

  friend bool operator==(const Touch&, const Touch&) = default;
};

/// Bytes [lo, hi) of a region that the same executions touch in the same way.
struct ByteHistory {
  model::RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::vector<Touch> touches;  ///< one for each key, in key order
  /// The hand-overs of these bytes that followed completions their pool had seen (definitions.md 3).
  std::vector<model::ExecutionId> guarded_hand_overs;
};

/// Of all bytes that anything touches, in the order of regions and bytes.
std::vector<ByteHistory> byte_histories(const SubmissionLog& log);

}  // namespace fencepost::checker::reference
