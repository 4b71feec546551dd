#pragma once

/// From the numbers of the CUDA runtime and driver to `Status`.

#include <fencepost/traces/status.h>

namespace fencepost::cuda {

/// `cudaErrorUnknown` for a number that `Status` does not know. Runtime and driver share numbers.
Status status_of(int code);

}  // namespace fencepost::cuda
