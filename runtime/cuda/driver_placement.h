#pragma once

/// Where the driver put what it was asked for with cudaMallocAsync.
///
/// The driver, not the model, places these bytes, and another run may get other addresses. All that
/// matters of them is which blocks overlap. So a run's placement is named by addresses that are the
/// same whenever the overlaps are, and the model is given those (`alloc at=`).

#include <fencepost/traces/device.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::cuda {

struct PlacedBlock {
  Address address = 0;
  std::uint64_t bytes = 0;

  friend bool operator==(const PlacedBlock&, const PlacedBlock&) = default;
};

/// An address for each block. Two lists of blocks of the same sizes get the same addresses if and
/// only if the same bytes of the same blocks overlap in both.
std::vector<Address> canonical_placement(std::span<const PlacedBlock> blocks);

/// The same schedule with `at=addresses[i]` for the allocation with index `allocations[i]`.
Schedule pinned(const Schedule& schedule, std::span<const std::size_t> allocations, std::span<const Address> addresses);

}  // namespace fencepost::cuda
