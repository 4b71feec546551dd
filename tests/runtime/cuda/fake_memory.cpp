/// The driver's pools of the fake runtime. Addresses are names only: nobody touches these bytes. A
/// block that was freed is handed out again at once, since on this runtime everything has finished.

#include <fencepost/runtime/cuda/kernels.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>

#include <cuda_runtime_api.h>

namespace {

/// A capture's number, or 0 and the pool: who may hand out what was freed.
using Owner = std::pair<unsigned long long, cudaMemPool_t>;

struct Block {
  Owner owner;
  std::size_t bytes = 0;
  bool alive = true;
};

std::map<std::uintptr_t, Block>& blocks() {
  static std::map<std::uintptr_t, Block> all;
  return all;
}

Owner owner_of(cudaStream_t stream, cudaMemPool_t pool) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long number = 0;
  cudaStreamGetCaptureInfo(stream, &status, &number, nullptr, nullptr, nullptr, nullptr);
  const bool captured = status != cudaStreamCaptureStatusNone;
  return captured ? Owner{number, nullptr} : Owner{0, pool};
}

/// In a capture, allocations and releases are nodes.
void enqueue_node(cudaStream_t stream) {
  fencepost::cuda::launch_pause(fencepost::cuda::initial_contents, fencepost::cuda::Moment::before_first_access, {},
                                stream);
}

}  // namespace

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* /*properties*/) {
  static std::uintptr_t pools = 0;
  *pool = reinterpret_cast<cudaMemPool_t>(++pools);  // NOLINT(performance-no-int-to-ptr): a name
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t /*pool*/, cudaMemPoolAttr /*attribute*/, void* /*value*/) {
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t /*pool*/, size_t /*kept*/) { return cudaSuccess; }
cudaError_t cudaMemPoolDestroy(cudaMemPool_t /*pool*/) { return cudaSuccess; }
cudaError_t cudaDeviceGraphMemTrim(int /*device*/) { return cudaSuccess; }
cudaError_t cudaMallocHost(void** memory, size_t bytes) {
  *memory = std::malloc(bytes);
  return cudaSuccess;
}

cudaError_t cudaMallocFromPoolAsync(void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  static std::uintptr_t next = 1U << 20U;
  const Owner owner = owner_of(stream, pool);
  enqueue_node(stream);
  for (auto& [address, block] : blocks()) {
    if (block.alive || block.owner != owner || block.bytes != bytes) continue;
    block.alive = true;
    *memory = reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr): a name
    return cudaSuccess;
  }
  blocks()[next] = {owner, bytes, true};
  *memory = reinterpret_cast<void*>(next);  // NOLINT(performance-no-int-to-ptr): a name
  next += (bytes + 511) / 512 * 512;
  return cudaSuccess;
}
cudaError_t cudaMallocAsync(void** memory, size_t bytes, cudaStream_t stream) {
  return cudaMallocFromPoolAsync(memory, bytes, nullptr, stream);
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  const auto found = blocks().find(reinterpret_cast<std::uintptr_t>(memory));
  if (found == blocks().end()) return cudaErrorInvalidValue;
  const bool of_a_graph = found->second.owner.first != 0;  // Every launch allocates it anew.
  if (!found->second.alive && !of_a_graph) return cudaErrorInvalidValue;
  found->second.alive = false;
  enqueue_node(stream);
  return cudaSuccess;
}
