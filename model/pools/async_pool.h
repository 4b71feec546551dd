#pragma once

/// The free blocks of a stream-ordered pool (cudaMallocAsync, cudaFreeAsync; rows P01 to P04).
///
/// A block comes back whole, to a request of its size rounded up to 512 bytes: first one that was
/// freed on the requesting stream, else one freed elsewhere. The driver gives the latter only when
/// an event orders the free before, or when the free has completed; the caller guards it so
/// (definitions.md 3).

#include <fencepost/model/pools/caching_pool.h>

#include <map>
#include <optional>
#include <vector>

namespace fencepost::model {

class AsyncPool {
 public:
  struct FreeBlock {
    Block block;
    StreamId stream;        ///< where it was freed
    CompletionPoint freed;  ///< the free itself
  };

  /// What every block of at least `bytes` really takes.
  static constexpr std::uint64_t rounded(std::uint64_t bytes) { return (bytes + 511) / 512 * 512; }

  /// The block for a request of `bytes` on `stream`, freed last among those that fit best; empty
  /// when there is none.
  std::optional<FreeBlock> take(std::uint64_t bytes, StreamId stream);
  void give_back(const FreeBlock& free) { lists_[rounded(free.block.size())].push_back(free); }
  void clear() { lists_.clear(); }

 private:
  std::map<std::uint64_t, std::vector<FreeBlock>> lists_;
};

}  // namespace fencepost::model
