#include <fencepost/runtime/cuda/allocation.h>

namespace fencepost::cuda {

Allocation Allocations::of(const Operation& operation, const Outcome& model, std::optional<PoolKind> pool_kind,
                           MemoryKind memory) {
  if (operation.kind == OperationKind::create_pool) pools_[operation.pool()] = operation.detail->pool_kind;
  if (operation.kind == OperationKind::create_buffer)
    return {model.placed, operation.detail->memory, MemoryCall::none, false};
  if (operation.kind == OperationKind::release) {
    const auto found = calls_.find(operation.buffer());
    const bool is_call = found != calls_.end() && found->second != MemoryCall::pinned;
    return {std::nullopt, MemoryKind::device, is_call ? found->second : MemoryCall::none, false};
  }
  if (operation.kind != OperationKind::allocate) return {};
  const MemoryCall call = call_of(operation, model, pool_kind);
  calls_[operation.buffer()] = call;
  if (call == MemoryCall::in_order && model.placed) {
    addresses_[operation.buffer()] = *model.placed;
    newest_owner_[*model.placed] = operation.buffer();
  }
  return {model.placed, memory, call, false};
}

MemoryCall Allocations::call_of(const Operation& operation, const Outcome& model, std::optional<PoolKind> pool_kind) {
  const auto declared = pools_.find(operation.detail->pool);
  const std::optional<PoolKind> kind = declared != pools_.end() ? declared->second : pool_kind;
  if (kind == PoolKind::raw) return MemoryCall::raw;
  if (kind == PoolKind::async || kind == PoolKind::graph_memory) return MemoryCall::in_order;
  if (kind != PoolKind::pinned) return MemoryCall::none;
  const bool has_it_already = model.placed && !pinned_.insert(*model.placed).second;
  return has_it_already ? MemoryCall::none : MemoryCall::pinned;
}

bool Allocations::was_handed_on(BufferId buffer) const {
  const auto had = addresses_.find(buffer);
  if (had == addresses_.end()) return false;
  return newest_owner_.at(had->second) != buffer;
}

}  // namespace fencepost::cuda
