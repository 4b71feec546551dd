#pragma once

/// Send buffers for local graphs that outlive the graph that fills them (PR 6060).
///
/// A reduce-scatter of one graph may still read its input while the next graph runs; memory of the
/// shared graph pool could be somebody else's by then. So the k-th weight of a size uses slot
/// `k mod ring` of persistent memory. A slot is free when its `ready` event has completed: a graph is
/// launched behind the events of the slots it writes. Eager steps use no slots: between an eager
/// reduction and its drain no event says that the slot is taken.

#include <fencepost/runtime/gtp/execution.h>
#include <fencepost/runtime/gtp/scratch.h>
#include <fencepost/runtime/gtp/window_pool.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fencepost::gtp {

class RingSlots {
 public:
  using Slot = std::size_t;

  /// The slot of the next weight whose gradient has `bytes`. Allocates it in the first round, before
  /// any capture; `ready` is seeded and the host waits for it. In `window`, unless that is null.
  Slot assign(Execution& execution, std::uint64_t bytes, WindowPool* window = nullptr);
  /// The buffer, for the graph that is being captured. Fails the execution when the graph writes the
  /// slot already.
  Scratch use(Execution& execution, Slot slot);
  /// Its reader is behind `stream`: inside a graph externally, after a launch eagerly.
  void mark_ready(Execution& execution, Slot slot, StreamId stream);

  /// Starts to note which slots one graph writes.
  void begin_graph() { written_.clear(); }
  [[nodiscard]] const std::vector<Slot>& written() const { return written_; }
  /// Makes `stream`, on which a graph is about to be launched, wait for a slot that it writes.
  void await(Execution& execution, Slot slot, StreamId stream) const;
  /// Gives the memory back.
  void clear(Execution& execution);

 private:
  struct Entry {
    Scratch scratch;
    EventId ready;
  };
  /// Weights of one size that send from one window, or from none.
  struct Ring {
    std::vector<Slot> slots;
    std::size_t assigned = 0;
  };
  std::map<std::pair<std::uint64_t, CommunicatorId>, Ring> rings_;
  std::vector<Entry> slots_;
  std::vector<Slot> written_;
};

}  // namespace fencepost::gtp
