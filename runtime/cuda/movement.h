#pragma once

/// What a collective does to the words of the rank that the schedule shows.
///
/// A schedule names the buffers of one rank, or of all ranks in one statement. In the first case
/// the other ranks are played by this rank's own data: rank q holds our buffer with its blocks
/// rotated by q. Then an all-reduce multiplies by the number of ranks, a reduce-scatter adds our
/// own blocks up, an all-gather repeats our shard, an all-to-all keeps our blocks; and every
/// result depends on every byte that is sent. Shapes that fit none of this (and overlapping
/// buffers) are played as a kernel of the same accesses: `movement` answers with nothing.

#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/traces/operation.h>

#include <span>
#include <vector>

namespace fencepost::cuda {

/// Every word of each `to` becomes `factor` times the sum of the same word of every `from`.
/// A `to` may be one of the `from`; otherwise they do not overlap.
struct Sum {
  std::vector<Address> from;
  std::vector<Address> to;
  std::uint64_t length = 0;  ///< bytes
  std::uint64_t factor = 1;
};

/// The sums of one collective, independent of one another. Empty: play it as a kernel.
std::vector<Sum> movement(OperationKind kind, std::uint64_t ranks, std::span<const AddressRange> reads,
                          std::span<const AddressRange> writes);

}  // namespace fencepost::cuda
