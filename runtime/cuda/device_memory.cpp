#include <fencepost/runtime/cuda/implementation.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

/// Bytes live in the arena; this is just the call, for its status and what it does to captures.
constexpr std::size_t stand_in_bytes = 256;

/// Calls of our own break nobody's capture while one of these lives.
class Relaxed {
 public:
  Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  Relaxed(const Relaxed&) = delete;
  Relaxed& operator=(const Relaxed&) = delete;
  ~Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace

Outcome Device::Implementation::create_pool(const Operation& operation) {
  const PoolKind kind = operation.detail->pool_kind;
  if (kind != PoolKind::async && kind != PoolKind::graph_memory) return {};
  const Relaxed relaxed;
  const cudaMemPool_t pool = workspace_.driver_pool(pools_.size());
  if (pool == nullptr) return refuse("the driver makes no pool");
  pools_.emplace(operation.pool(), pool);
  return {};
}

Outcome Device::Implementation::trim(const Operation& operation) {
  const auto pool = pools_.find(operation.pool());
  return pool == pools_.end() ? Outcome{} : result(cudaMemPoolTrimTo(pool->second, 0));
}

Outcome Device::Implementation::place(const Operation& operation) {
  if (!next_allocation.address) return refuse("the model has not placed these bytes");
  maker_.place(operation.buffer(), *next_allocation.address, next_allocation.memory);
  sizes_[operation.buffer()] = operation.detail->size;
  Outcome outcome;
  outcome.placed = next_allocation.address;
  return outcome;
}

Outcome Device::Implementation::allocate(const Operation& operation) {
  void* memory = nullptr;
  switch (next_allocation.call) {
    case MemoryCall::none:
      break;
    case MemoryCall::raw:
      if (const cudaError_t error = cudaMalloc(&memory, stand_in_bytes); error != cudaSuccess) return result(error);
      raw_[operation.buffer()] = memory;
      break;
    case MemoryCall::pinned:
      if (const cudaError_t error = cudaMallocHost(&memory, stand_in_bytes); error != cudaSuccess) return result(error);
      pinned_.push_back(memory);
      break;
    case MemoryCall::in_order:
      return allocate_in_order(operation);
  }
  return place(operation);
}

Outcome Device::Implementation::allocate_in_order(const Operation& operation) {
  const Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  const auto pool = pools_.find(operation.detail->pool);
  const std::uint64_t bytes = operation.detail->size;
  void* memory = nullptr;
  const cudaError_t error = pool == pools_.end() ? cudaMallocAsync(&memory, bytes, stream.handle)
                                                 : cudaMallocFromPoolAsync(&memory, bytes, pool->second, stream.handle);
  if (error != cudaSuccess) in_order_.erase(operation.buffer());  // There is no address to free.
  if (error == cudaErrorMemoryAllocation) return refuse("the GPU has not so much memory");
  if (error != cudaSuccess) return result(error);
  in_order_[operation.buffer()] = {memory, operation.stream, true};
  if (next_allocation.driver_places) driver_blocks.push_back({reinterpret_cast<std::uintptr_t>(memory), bytes});
  return place(operation);
}

Outcome Device::Implementation::release(const Operation& operation) {
  if (next_allocation.call == MemoryCall::in_order) return release_in_order(operation);
  const auto raw = raw_.find(operation.buffer());
  if (raw == raw_.end()) return {};  // The other pools are the host's own business.
  const cudaError_t error = cudaFree(raw->second);
  if (error == cudaSuccess) raw_.erase(raw);
  return result(error);
}

Outcome Device::Implementation::release_in_order(const Operation& operation) {
  const auto block = in_order_.find(operation.buffer());
  if (block == in_order_.end()) return refuse("the driver has never given it bytes");
  const bool is_handed_on = !block->second.alive && std::ranges::any_of(in_order_, [&](const auto& other) {
    return other.second.alive && other.second.memory == block->second.memory;
  });
  if (is_handed_on) return refuse("a second free would free what the driver has given somebody else");
  const Stream& stream = at(streams_, operation.stream.exists() ? operation.stream : block->second.home);
  if (!stream.alive) return dead_handle();
  const cudaError_t error = cudaFreeAsync(block->second.memory, stream.handle);
  if (error == cudaSuccess) block->second.alive = false;
  return result(error);
}

void Device::Implementation::free_what_is_left() {
  for (const auto& [buffer, memory] : raw_) cudaFree(memory);
  for (void* memory : pinned_) cudaFreeHost(memory);
  for (const auto& [buffer, block] : in_order_) {
    // What a graph would have allocated may never have been: the error is expected then.
    if (block.alive) cudaFreeAsync(block.memory, cudaStreamLegacy);
  }
  if (in_order_.empty()) return;
  cudaDeviceSynchronize();
  int gpu = 0;
  if (cudaGetDevice(&gpu) == cudaSuccess) cudaDeviceGraphMemTrim(gpu);
  for (const auto& [id, pool] : pools_) cudaMemPoolTrimTo(pool, 0);
}

}  // namespace fencepost::cuda
