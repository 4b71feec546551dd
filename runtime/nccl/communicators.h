#pragma once

/// NCCL's communicators for the player: one rank on each GPU of this process, windows included.

#include <fencepost/runtime/cuda/real_communicators.h>

#include <memory>

namespace fencepost::nccl {

/// Null where NCCL is not installed or there is no GPU. Makes no communicator yet.
std::unique_ptr<cuda::RealCommunicators> make_communicators();

}  // namespace fencepost::nccl
