#pragma once

/// The real communicators that `replay` plays on. card_communicators.cpp is built with NCCL,
/// card_communicators_missing.cpp without.

#include <fencepost/runtime/cuda/real_communicators.h>

#include <memory>

namespace fencepost::cli {

/// Null where there are none: every communicator is a loopback one then.
std::unique_ptr<cuda::RealCommunicators> real_communicators();

}  // namespace fencepost::cli
