#pragma once

/// Persistent buffers behind permanent tickets: gathered weights and reduced shards.
///
/// A weight reserves a ticket for each direction once. `get` binds the ticket to a buffer the first
/// time; `release` puts the buffer on the free list of its key without unbinding the ticket, so
/// that several tickets share one buffer and take turns. The parity in the key makes neighbours of a
/// chain alternate between two buffers. A ticket whose turn comes while its buffer is somebody
/// else's, because weights are used out of chain order, is bound anew.

#include <fencepost/runtime/gtp/handoff.h>
#include <fencepost/runtime/gtp/window_pool.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::gtp {

using Ticket = std::size_t;

struct TicketKey {
  enum class Use : std::uint8_t { gather, recompute, reduction } use = Use::gather;
  std::uint32_t chain = 0;
  std::uint64_t bytes = 0;
  bool odd = false;        ///< the parity
  CommunicatorId group{};  ///< whose window the buffers lie in; none when in no window

  friend auto operator<=>(const TicketKey&, const TicketKey&) = default;
};

class TicketCache {
 public:
  /// A ticket for buffers of `window`, which must be the one of the key's group; null: of the allocator.
  Ticket reserve(const TicketKey& key, WindowPool* window = nullptr);
  /// The ticket's buffer, which is no longer free; a new one is allocated on the compute stream.
  /// `user`, which will write it first, is made to wait for its last reader.
  BufferHandle get(Execution& execution, Ticket ticket, StreamId user);
  /// The buffer may be bound to further tickets of the key. `last_reader`: what its next user must
  /// wait for; none when stream order will do.
  void release(Ticket ticket, Fence last_reader = {});

  [[nodiscard]] bool bound(Ticket ticket) const { return tickets_[ticket].buffer != unbound; }
  /// Whether `ticket` was the last to get its buffer.
  [[nodiscard]] bool holds(Ticket ticket) const;
  [[nodiscard]] BufferHandle buffer(Ticket ticket) const { return buffers_[tickets_[ticket].buffer].id; }
  /// Buffers of the key that were ever allocated.
  [[nodiscard]] std::size_t buffer_count() const { return buffers_.size(); }
  /// Gives every buffer back to the allocator; the tickets stay.
  void clear(Execution& execution);

  /// Everything a replay must leave alone, as numbers.
  [[nodiscard]] std::vector<std::uint64_t> state() const;

 private:
  void bind(Execution& execution, Ticket ticket);

  static constexpr std::size_t unbound = static_cast<std::size_t>(-1);
  struct Entry {
    TicketKey key;
    WindowPool* window = nullptr;
    std::size_t buffer = unbound;
  };
  struct Buffer {
    BufferHandle id;
    Ticket holder = 0;
    bool free = false;
    Fence fence;
  };

  std::vector<Entry> tickets_;
  std::vector<Buffer> buffers_;
  std::map<TicketKey, std::vector<std::size_t>> free_;
};

}  // namespace fencepost::gtp
