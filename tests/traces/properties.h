#pragma once

/// What the property tests of this room share.

#include "traces/arbitrary_schedule.h"
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace fencepost::test {

/// Up to `size` choices, biased to neither end.
inline rc::Gen<std::vector<std::uint32_t>> choices() {
  return rc::gen::scale(4.0,
                        rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1U << 30)));
}

}  // namespace fencepost::test
