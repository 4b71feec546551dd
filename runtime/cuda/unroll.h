#pragma once

/// A schedule without loops, as a device sees it.

#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace fencepost::cuda {

struct UnrollLimits {
  std::uint64_t forever = 3;                ///< iterations of `repeat forever`
  std::size_t most_operations = 1'000'000;  ///< more are an error
};

/// Operations of `schedule` in the order in which they are issued, with the same names. Those
/// without a line get their number as one, so that every operation has its own.
tl::expected<Schedule, std::string> unroll(const Schedule& schedule, const UnrollLimits& limits);

}  // namespace fencepost::cuda
