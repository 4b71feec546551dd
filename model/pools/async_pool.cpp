#include <fencepost/model/pools/async_pool.h>

#include <algorithm>
#include <iterator>

namespace fencepost::model {

std::optional<AsyncPool::FreeBlock> AsyncPool::take(std::uint64_t bytes, StreamId stream) {
  std::vector<FreeBlock>& list = lists_[rounded(bytes)];
  if (list.empty()) return std::nullopt;
  const auto own =
      std::find_if(list.rbegin(), list.rend(), [&](const FreeBlock& free) { return free.stream == stream; });
  const auto chosen = own == list.rend() ? std::prev(list.end()) : std::prev(own.base());
  const FreeBlock taken = *chosen;
  list.erase(chosen);
  return taken;
}

}  // namespace fencepost::model
