#pragma once

/// A schedule of any size whose shape resembles an overlapped training step: every stream works on
/// its own few buffers, hands one to a neighbour now and then, and gives one back to the pool and
/// takes another.

#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>

namespace fencepost::bench {

struct WorkloadSettings {
  std::size_t operations = 1000;  ///< at least this many; a step that was begun is finished
  std::uint32_t streams = 8;      ///< at least 2
  std::uint32_t buffers_per_stream = 4;
  std::uint64_t buffer_bytes = 1U << 20U;
  std::uint64_t seed = 1;

  // How often, in parts of 10,000.
  std::uint32_t hand_offs = 1000;       ///< of all steps: another stream reads, between record and wait
  std::uint32_t sub_ranges = 2500;      ///< of all accesses: a part of the buffer only
  std::uint32_t pool_hand_overs = 100;  ///< of all steps: free, allocate, fill
  std::uint32_t dropped_waits = 0;      ///< of all waits that the hand-offs need: left out, a race
};

/// Free of hazards unless waits are dropped. The same settings give the same schedule.
Schedule make_workload(const WorkloadSettings& settings);

}  // namespace fencepost::bench
