#pragma once

/// PyTorch's caching allocator as far as placement goes (CUDACachingAllocator, 2025–2026).
///
/// A free list for each home stream; the smallest free block that fits is taken, its low part is
/// handed out and the rest stays free; a freed block merges with free neighbours of its segment.
/// Small requests (up to 1 MiB) and large ones use separate segments. Sizes are rounded up to 512
/// bytes; a segment has 2 MiB for small requests, 20 MiB for requests under 10 MiB, else the
/// request rounded up to 2 MiB. When a freed block may come back is decided by the caller
/// (`record_stream`, captures): a block the pool gets back is free at once.

#include <fencepost/model/pools/address_space.h>

#include <compare>
#include <map>
#include <set>
#include <vector>

namespace fencepost::model {

/// Bytes [lo, hi) of a region.
struct Block {
  RegionId region;
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  [[nodiscard]] std::uint64_t size() const { return hi - lo; }
  friend auto operator<=>(const Block&, const Block&) = default;
};

class CachingPool {
 public:
  /// A block of at least `bytes` with home `stream`: never one that was home to another stream.
  Block allocate(std::uint64_t bytes, StreamId stream, AddressSpace& addresses);
  /// Takes back a block that `allocate` returned.
  void release(const Block& block);

  /// Gives segments back that are wholly free (emptyCache).
  void trim(const AddressSpace& addresses);

  /// Every block with its place in the free lists: equal when the pool will act alike.
  [[nodiscard]] std::vector<std::uint64_t> recurring_state() const;
  [[nodiscard]] std::uint64_t reserved() const { return reserved_; }

 private:
  struct Start {
    RegionId region;
    std::uint64_t lo;
    friend auto operator<=>(const Start&, const Start&) = default;
  };
  struct Extent {
    std::uint64_t hi;
    StreamId home;
    bool small;
    bool free;
  };
  using Blocks = std::map<Start, Extent>;

  /// One free list. Ordered as the search wants it: smallest size first, then lowest address.
  struct FreeKey {
    std::uint64_t size;
    Start start;
    friend auto operator<=>(const FreeKey&, const FreeKey&) = default;
  };
  struct ListKey {
    StreamId home;
    bool small;
    friend auto operator<=>(const ListKey&, const ListKey&) = default;
  };

  void put_on_free_list(Blocks::iterator block);
  void take_off_free_list(Blocks::iterator block);
  Blocks::iterator find_free(std::uint64_t bytes, StreamId stream, bool small);
  Blocks::iterator new_segment(std::uint64_t bytes, StreamId stream, bool small, AddressSpace& addresses);

  Blocks blocks_;
  std::map<ListKey, std::set<FreeKey>> free_lists_;
  std::uint64_t reserved_ = 0;
};

}  // namespace fencepost::model
