#pragma once

/// The free bytes of a stream-ordered pool (cudaMallocAsync, cudaFreeAsync; rows P01 to P04).
///
/// Sizes are rounded up to 512 bytes. A request takes the low part of the smallest free range that
/// fits, the newest among equals: first one that was freed on the requesting stream, else one freed
/// elsewhere. The driver gives the latter only when an event orders the free before, or when the
/// free has completed; the caller guards it so (definitions.md 3). What is left over stays free, and
/// neighbours that were freed on one stream become one range.

#include <fencepost/model/pools/caching_pool.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace fencepost::model {

class AsyncPool {
 public:
  struct FreeBlock {
    Block block;
    StreamId stream;        ///< where it was freed
    CompletionPoint freed;  ///< the free itself, the newest one of a range made of several
  };
  struct Taken {
    FreeBlock from;      ///< `block` is what the request gets
    bool whole = false;  ///< nothing of the range is left: its completion is not needed any more
  };

  /// What every block of at least `bytes` really takes.
  static constexpr std::uint64_t rounded(std::uint64_t bytes) { return (bytes + 511) / 512 * 512; }

  /// Bytes for a request of `bytes` on `stream`; empty when no range has room.
  std::optional<Taken> take(std::uint64_t bytes, StreamId stream);
  /// Takes bytes back. Returns the completions that the newer one stands for from now on.
  std::vector<CompletionPoint> give_back(const FreeBlock& free);
  void clear();
  /// Every free range: equal when the pool will act alike.
  [[nodiscard]] std::vector<std::uint64_t> recurring_state() const;

 private:
  struct Start {
    RegionId region;
    std::uint64_t lo = 0;
    friend auto operator<=>(const Start&, const Start&) = default;
  };
  struct Extent {
    std::uint64_t hi = 0;
    StreamId stream;
    CompletionPoint freed;
  };
  using Ranges = std::map<Start, Extent>;
  /// Ordered as the search wants it: smallest size first, then the newest.
  struct Key {
    std::uint64_t size = 0;
    std::uint64_t age = 0;
    Start start;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  static Key key_of(const Start& start, const Extent& extent);
  void insert(const Start& start, const Extent& extent);
  void erase(Ranges::iterator range);
  Ranges::iterator find(std::uint64_t size, StreamId stream);

  Ranges ranges_;
  std::map<StreamId, std::set<Key>> by_stream_;
  std::set<Key> all_;
};

}  // namespace fencepost::model
