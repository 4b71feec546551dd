#pragma once

/// A piece of memory that a weight holds for a while: gradient, padded copy or all-to-all scratch.

#include <fencepost/traces/buffer_handle.h>

#include <cstdint>

namespace fencepost::gtp {

/// Who gets it back.
enum class Origin : std::uint8_t { allocator, scratch_pool, registered_pool, ring, arena };

struct Scratch {
  BufferId buffer;
  std::uint64_t offset = 0;  ///< where it starts in the buffer; only arena views start elsewhere
  std::uint64_t bytes = 0;
  Origin origin = Origin::allocator;
  PoolId pool;                 ///< of pooled scratch: the pool that hands it out
  StreamId home;               ///< the stream that was current when its bytes were allocated
  std::uint32_t physical = 0;  ///< of registered buffers: which of the pool's buffers it is
  bool fresh = false;          ///< the pool had to make it
  bool in_window = false;      ///< registered with the group that sends it

  [[nodiscard]] Range front(std::uint64_t count) const { return {buffer, {offset, offset + count}}; }
  [[nodiscard]] Range all() const { return front(bytes); }
};

}  // namespace fencepost::gtp
