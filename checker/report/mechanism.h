#pragma once

/// Why a fault that is not about order is a fault: the rule that was broken, in one or two sentences.

#include <fencepost/checker/hazard.h>

#include <string_view>

namespace fencepost::checker {

/// What CUDA, NCCL or the pool demands, with the measured row (docs/cuda-rows.md) where there is one.
/// Empty for questions of order, and where the headline has said everything.
std::string_view mechanism(const Hazard& hazard);

}  // namespace fencepost::checker
