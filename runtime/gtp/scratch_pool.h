#pragma once

/// The eager pool of scratch: free lists keyed by size and by nothing else, neither stream nor
/// chain nor group. A free buffer carries the fence of its last reader; whoever takes it waits.

#include <fencepost/runtime/gtp/free_list.h>
#include <fencepost/runtime/gtp/scratch.h>

#include <cstdint>
#include <map>
#include <string_view>

namespace fencepost::gtp {

class ScratchPool {
 public:
  /// A free buffer of exactly `bytes`, else a fresh one whose home is `stream`, the stream that is
  /// current and about to use it.
  Scratch acquire(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream);
  /// A fresh one even though the list may hold some.
  Scratch acquire_fresh(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream);
  /// `last_reader`: what the next owner must wait for.
  void release(Execution& execution, const Scratch& scratch, Fence last_reader);
  [[nodiscard]] bool has_free(std::uint64_t bytes) const;

  void drop_fences();
  void drop_fences_of_captures();
  [[nodiscard]] const std::map<std::uint64_t, FreeList>& lists() const { return lists_; }
  /// How many buffers it has made.
  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  static Scratch take(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream, PoolId from,
                      std::uint32_t physical);
  PoolId pool(Execution& execution, std::uint64_t bytes, bool for_graphs);

  std::map<std::uint64_t, FreeList> lists_;
  std::map<std::uint64_t, PoolId> eager_pools_;
  std::map<std::uint64_t, PoolId> graph_pools_;
  std::uint32_t size_ = 0;
};

}  // namespace fencepost::gtp
