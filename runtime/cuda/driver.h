#pragma once

/// Calls that only the driver has. Found at run time, so that nothing links libcuda. Needs the CUDA
/// runtime.

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace fencepost::cuda {

/// Stores `pattern` again and again, as work of `stream` (cuMemsetD32Async: the runtime's own fill
/// knows bytes only).
cudaError_t fill_words(void* target, std::uint32_t pattern, std::size_t bytes, cudaStream_t stream);

}  // namespace fencepost::cuda
