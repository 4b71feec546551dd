#include <fencepost/runtime/cuda/implementation.h>

namespace fencepost::cuda {
namespace {

/// Bytes live in the arena; this is just the call, for its status and what it does to captures.
constexpr std::size_t stand_in_bytes = 256;

}  // namespace

Outcome Device::Implementation::place(const Operation& operation, MemoryKind memory) {
  if (!next_placement) return refuse("the model has not placed these bytes");
  maker_.place(operation.buffer(), *next_placement, memory);
  Outcome outcome;
  outcome.placed = next_placement;
  return outcome;
}

Outcome Device::Implementation::allocate(const Operation& operation) {
  const PoolId pool = operation.detail->pool;
  const auto kind = pools_.find(pool);
  if (kind != pools_.end() && kind->second == PoolKind::raw) {
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, stand_in_bytes);
    if (error != cudaSuccess) return result(error);
    raw_[operation.buffer()] = memory;
  }
  return place(operation, MemoryKind::device);
}

Outcome Device::Implementation::release(const Operation& operation) {
  const auto raw = raw_.find(operation.buffer());
  if (raw == raw_.end()) return {};  // The other pools are the host's own business.
  const cudaError_t error = cudaFree(raw->second);
  if (error == cudaSuccess) raw_.erase(raw);
  return result(error);
}

}  // namespace fencepost::cuda
