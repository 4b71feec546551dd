#pragma once

/// Free buffers of one size, last in, first out, each with the fence that protects it.

#include <fencepost/runtime/gtp/handoff.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost::gtp {

class FreeList {
 public:
  struct Entry {
    PoolId pool;                 ///< the pool that hands it out
    std::uint32_t physical = 0;  ///< which buffer of the pool it is
    Fence fence;
  };

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  void push(const Entry& entry) { entries_.push_back(entry); }
  std::optional<Entry> pop() {
    if (entries_.empty()) return std::nullopt;
    const Entry entry = entries_.back();
    entries_.pop_back();
    return entry;
  }
  void drop_fences() {
    for (Entry& entry : entries_) entry.fence = {};
  }
  void drop_fences_of_captures() {
    for (Entry& entry : entries_) {
      if (entry.fence.attached() && entry.fence.handoff->recorded_in() != 0) entry.fence = {};
    }
  }

 private:
  std::vector<Entry> entries_;
};

/// Makes `stream` wait for the last user of a buffer that was just taken from a free list.
inline void wait_for_fence(Execution& execution, const Fence& fence, StreamId stream) {
  const Rule rule = execution.capturing() ? Rule::captured_pop_waits_for_fence : Rule::eager_pop_waits_for_fence;
  if (fence.attached() && execution.holds(rule)) fence.handoff->wait(execution, stream);
}

}  // namespace fencepost::gtp
