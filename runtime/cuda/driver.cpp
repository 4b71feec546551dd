#include <fencepost/runtime/cuda/driver.h>

#include <cuda.h>

namespace fencepost::cuda {
namespace {

/// The driver's function of this name since the version of the headers; null when it has none.
template <class Function>
Function find(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSymbolNotFound;
  const cudaError_t error = cudaGetDriverEntryPointByVersion(name, &found, CUDART_VERSION, cudaEnableDefault, &status);
  return error == cudaSuccess && status == cudaDriverEntryPointSuccess ? reinterpret_cast<Function>(found) : nullptr;
}

}  // namespace

cudaError_t fill_words(void* target, std::uint32_t pattern, std::size_t bytes, cudaStream_t stream) {
  using Fill = CUresult (*)(CUdeviceptr, unsigned, std::size_t, CUstream);
  static const Fill fill = find<Fill>("cuMemsetD32Async");
  if (fill == nullptr) return cudaErrorNotSupported;
  const CUresult result = fill(reinterpret_cast<CUdeviceptr>(target), pattern, bytes / sizeof(std::uint32_t), stream);
  return static_cast<cudaError_t>(result);  // Runtime and driver share their numbers.
}

}  // namespace fencepost::cuda
