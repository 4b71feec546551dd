#pragma once

/// A CUDA runtime without a GPU, to be linked instead of NVIDIA's: see fake_runtime.cpp.

namespace fencepost::cuda {

/// A new process would have no sticky error; tests share theirs.
void forget_sticky_errors();

}  // namespace fencepost::cuda
