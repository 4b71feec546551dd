#pragma once

/// What is said about a run that went wrong.

#include <fencepost/runtime/cuda/device.h>
#include <fencepost/runtime/cuda/digest_log.h>
#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/traces/lockstep.h>

#include <span>
#include <string>

namespace fencepost::cuda {

/// `replay 3 of step: fp32_sum (line 9) read 4096 bytes of shard written by …, expected …`.
std::string describe(const Prepared& prepared, const WrongValue& wrong);
/// `replay 3 of step: fp32_sum (line 9) never ran`.
std::string describe(const Prepared& prepared, const MissingExecution& missing);
/// `line 7, record: the card said cudaErrorInvalidValue, the model success`.
std::string describe(const Difference& difference);
/// `main has not finished exchange (line 7)`, for every stream that is not idle.
std::string describe(const Prepared& prepared, std::span<const StreamProgress> streams);

}  // namespace fencepost::cuda
