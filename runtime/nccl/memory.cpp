#include <fencepost/runtime/nccl/library.h>
#include <fencepost/runtime/nccl/memory.h>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {

tl::expected<Memory, std::string> Memory::make(int gpus, std::size_t words) {
  const auto& nccl = library();
  if (!nccl) return tl::unexpected(nccl.error());
  int current = 0;
  if (cudaGetDevice(&current) != cudaSuccess) return tl::unexpected(std::string("there is no GPU"));
  Memory result;
  std::string error;
  for (int gpu = 0; gpu < gpus && error.empty(); ++gpu) {
    void* memory = nullptr;
    if (cudaSetDevice(gpu) != cudaSuccess) error = "there is no such GPU";
    const ncclResult_t status = error.empty() ? nccl->allocate(&memory, words * sizeof(std::uint64_t)) : ncclSuccess;
    if (status != ncclSuccess) error = nccl->error_string(status);
    if (error.empty()) result.words_.push_back(static_cast<std::uint64_t*>(memory));
  }
  cudaSetDevice(current);
  if (!error.empty()) return tl::unexpected(std::move(error));
  return result;
}

Memory::~Memory() {
  for (std::uint64_t* memory : words_) library()->release(memory);
}

}  // namespace fencepost::nccl
