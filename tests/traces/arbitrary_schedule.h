#pragma once

/// Arbitrary schedules, for properties of the language: every statement with every option, whether
/// or not a program could mean it.

#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <vector>

namespace fencepost::test {

/// Decodes choices into a schedule that can be printed and parsed. Total: any choices give one, and
/// a shorter list gives a shorter schedule, so that shrinking the list shrinks the schedule.
Schedule schedule_from(const std::vector<std::uint32_t>& choices);

}  // namespace fencepost::test
