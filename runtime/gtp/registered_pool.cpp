#include <fencepost/runtime/gtp/registered_pool.h>

#include <fmt/format.h>

namespace fencepost::gtp {

PoolId RegisteredPool::pool(Execution& execution, std::uint64_t bytes) {
  const auto found = pools_.find(bytes);
  if (found != pools_.end()) return found->second;
  return pools_[bytes] =
             execution.calls.pool(fmt::format("registered.{}.{}", window_.name(), bytes), PoolKind::registered);
}

Scratch RegisteredPool::acquire(Execution& execution, std::string_view name, std::uint64_t bytes, std::uint64_t used) {
  const auto free = lists_[bytes].pop();
  Scratch scratch;
  scratch.pool = pool(execution, bytes);
  scratch.buffer = execution.calls.allocate(name, bytes, execution.compute, scratch.pool);
  scratch.bytes = bytes;
  scratch.origin = Origin::registered_pool;
  scratch.home = execution.compute;
  if (!free && execution.capturing()) {
    execution.calls.fail(Failure::pool_exhausted);
    return scratch;
  }
  scratch.fresh = !free;
  if (!free) in_window_.push_back(window_.on_new_memory(execution, scratch.buffer));
  scratch.physical = free ? free->physical : static_cast<std::uint32_t>(in_window_.size() - 1);
  scratch.in_window = in_window_[scratch.physical];
  if (free) wait_for_fence(execution, free->fence, execution.compute);
  const bool zero_tail = !free || execution.holds(Rule::registered_tail_is_zeroed);
  if (used < bytes && zero_tail) execution.calls.fill("zero_tail", execution.compute, {scratch.buffer, {used, bytes}});
  return scratch;
}

void RegisteredPool::release(Execution& execution, const Scratch& scratch, Fence last_reader) {
  execution.calls.release(scratch.buffer);
  lists_[scratch.bytes].push({scratch.pool, scratch.physical, last_reader});
}

bool RegisteredPool::has_free(std::uint64_t bytes) const {
  const auto found = lists_.find(bytes);
  return found != lists_.end() && !found->second.empty();
}

void RegisteredPool::drop_fences() {
  for (auto& [bytes, list] : lists_) list.drop_fences();
}

void RegisteredPool::drop_fences_of_captures() {
  for (auto& [bytes, list] : lists_) list.drop_fences_of_captures();
}

}  // namespace fencepost::gtp
