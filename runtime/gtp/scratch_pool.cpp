#include <fencepost/runtime/gtp/scratch_pool.h>

#include <fmt/format.h>

namespace fencepost::gtp {

PoolId ScratchPool::pool(Execution& execution, std::uint64_t bytes, bool for_graphs) {
  auto& pools = for_graphs ? graph_pools_ : eager_pools_;
  const auto found = pools.find(bytes);
  if (found != pools.end()) return found->second;
  const std::string name = fmt::format("scratch{}.{}", for_graphs ? ".graph" : "", bytes);
  return pools[bytes] = execution.calls.pool(name, PoolKind::scratch);
}

Scratch ScratchPool::take(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream,
                          PoolId from, std::uint32_t physical) {
  Scratch scratch;
  scratch.pool = from;
  scratch.buffer = execution.calls.allocate(name, bytes, stream, from);
  scratch.bytes = bytes;
  scratch.origin = Origin::scratch_pool;
  scratch.home = stream;
  scratch.physical = physical;
  return scratch;
}

Scratch ScratchPool::acquire(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream) {
  const auto free = lists_[bytes].pop();
  if (!free) {
    Scratch fresh = take(execution, name, bytes, stream, pool(execution, bytes, false), size_++);
    fresh.fresh = true;
    return fresh;
  }
  const Scratch reused = take(execution, name, bytes, stream, free->pool, free->physical);
  wait_for_fence(execution, free->fence, stream);
  return reused;
}

Scratch ScratchPool::acquire_fresh(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream) {
  return take(execution, name, bytes, stream, pool(execution, bytes, true), size_++);
}

void ScratchPool::release(Execution& execution, const Scratch& scratch, Fence last_reader) {
  execution.calls.release(scratch.buffer);
  lists_[scratch.bytes].push({scratch.pool, scratch.physical, last_reader});
}

bool ScratchPool::has_free(std::uint64_t bytes) const {
  const auto found = lists_.find(bytes);
  return found != lists_.end() && !found->second.empty();
}

void ScratchPool::drop_fences() {
  for (auto& [bytes, list] : lists_) list.drop_fences();
}

void ScratchPool::drop_fences_of_captures() {
  for (auto& [bytes, list] : lists_) list.drop_fences_of_captures();
}

}  // namespace fencepost::gtp
