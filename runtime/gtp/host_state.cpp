#include <fencepost/runtime/gtp/host_state.h>

#include <algorithm>

namespace fencepost::gtp {

namespace {

using Words = std::vector<std::uint64_t>;

void add_lists(Words& words, const std::map<std::uint64_t, FreeList>& lists) {
  for (const auto& [bytes, list] : lists) {
    words.push_back(bytes);
    for (const FreeList::Entry& entry : list.entries()) {
      words.push_back(entry.physical);
      words.push_back(entry.fence.attached() ? 1 : 0);
    }
  }
}

void add_weight(Words& words, const Weight& weight) {
  for (const GatherState& gather : weight.gathers) {
    words.push_back(gather.pending ? 1 : 0);
    words.push_back(gather.drained ? 1 : 0);
  }
  words.push_back(weight.in_flight ? 1 : 0);
  words.push_back(weight.already_finalized ? 1 : 0);
  words.push_back(weight.holds_send_buffer ? 1 : 0);
  words.push_back(weight.reduced.recorded_in());
}

void add_free(Words& words, const std::map<std::uint64_t, FreeList>& lists) {
  for (const auto& [bytes, list] : lists) {
    Words physical;
    for (const FreeList::Entry& entry : list.entries()) physical.push_back(entry.physical);
    std::ranges::sort(physical);
    if (physical.empty()) continue;
    words.push_back(bytes);
    words.insert(words.end(), physical.begin(), physical.end());
  }
}

}  // namespace

std::vector<std::uint64_t> host_state(const Machinery& machinery) {
  Words words = machinery.cache.state();
  add_lists(words, machinery.storage.scratch_pool().lists());
  for (const auto& [group, pool] : machinery.storage.registered_pools()) add_lists(words, pool.lists());
  for (const Weight& weight : machinery.weights) add_weight(words, weight);
  return words;
}

std::vector<std::uint64_t> free_buffers(const Machinery& machinery) {
  Words words;
  add_free(words, machinery.storage.scratch_pool().lists());
  for (const auto& [group, pool] : machinery.storage.registered_pools()) add_free(words, pool.lists());
  return words;
}

}  // namespace fencepost::gtp
