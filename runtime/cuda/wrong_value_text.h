#pragma once

/// What is said about a run that went wrong.

#include <fencepost/runtime/cuda/device.h>
#include <fencepost/runtime/cuda/digest_log.h>
#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/traces/lockstep.h>

#include <string>

namespace fencepost::cuda {

/// `replay 3 of step: fp32_sum (line 9) read 4096 bytes of shard written by …, expected …`.
std::string describe(const Prepared& prepared, const WrongValue& wrong);
/// `replay 3 of step: fp32_sum (line 9) never ran`.
std::string describe(const Prepared& prepared, const MissingExecution& missing);
/// `line 7, record: the card said cudaErrorInvalidValue, the model success`.
std::string describe(const Difference& difference);
/// `the host waits in line 9; main has not finished exchange (line 7), which has begun`, or what that
/// work waits for, for every stream that has work left.
std::string describe(const Prepared& prepared, const DeviceProgress& progress);
/// `cudaErrorIllegalAddress at line 9; …`, and what is unfinished.
std::string describe(const Prepared& prepared, const StickyError& error, const DeviceProgress& progress);

}  // namespace fencepost::cuda
