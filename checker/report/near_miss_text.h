#pragma once

/// How close it came, in words.

#include <fencepost/checker/hazard.h>
#include <fencepost/traces/names.h>

#include <string>

namespace fencepost::checker {

/// What the sentence is about. Lines are 0 where there is none.
struct NearMissText {
  NearMiss kind = NearMiss::none;
  std::uint32_t wait_line = 0, record_line = 0;
  EventId event;
  std::uint32_t first_line = 0;  ///< of the earlier end
  std::uint32_t first_launch_line = 0, second_launch_line = 0;
  std::string second_place;  ///< `stream main`, `the host`
};

/// One or two sentences; empty for `NearMiss::none`.
std::string near_miss_sentence(const NearMissText& text, const Names& names);

}  // namespace fencepost::checker
