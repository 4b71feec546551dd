#pragma once

/// Free lists that a program keeps itself: last in, first out, keyed by size and by nothing else.
///
/// Megatron-LM's eager scratch pool and its registered (NCCL window) pool are such lists
/// (PR #7780); a raw pool (cudaMalloc, cudaFree) behaves like one as far as addresses go.

#include <fencepost/model/pools/caching_pool.h>

#include <map>
#include <optional>
#include <vector>

namespace fencepost::model {

class ListPool {
 public:
  struct Entry {
    Block block;
    bool graph_memory = false;  ///< the bytes came from a graph's private pool
  };

  /// The block freed last among those of exactly `bytes`; empty when there is none.
  std::optional<Entry> pop(std::uint64_t bytes) {
    std::vector<Entry>& list = lists_[bytes];
    if (list.empty()) return std::nullopt;
    const Entry entry = list.back();
    list.pop_back();
    return entry;
  }
  void clear() { lists_.clear(); }
  /// What is free, in the order in which it was freed.
  [[nodiscard]] std::vector<std::uint64_t> recurring_state() const {
    std::vector<std::uint64_t> state;
    for (const auto& [size, list] : lists_) {
      for (const Entry& entry : list) {
        state.insert(state.end(), {size, entry.block.region.value, entry.block.lo, std::uint64_t{entry.graph_memory}});
      }
    }
    return state;
  }
  void push(const Entry& entry) { lists_[entry.block.size()].push_back(entry); }

 private:
  std::map<std::uint64_t, std::vector<Entry>> lists_;
};

}  // namespace fencepost::model
