#pragma once

/// Every engine's races on a script, held together: one expectation tests them all.

#include "submission_script.h"
#include <fencepost/checker/oracle/oracle.h>
#include <fencepost/checker/reference/races.h>

#include <vector>

#include <gmock/gmock.h>

namespace fencepost::checker {

/// The oracle's races, after checking that the reference engines find the same.
inline std::vector<RacePair> races(const SubmissionScript& script) {
  const auto verdict = oracle::judge(script.log());
  EXPECT_TRUE(verdict.has_value());
  const auto histories = reference::byte_histories(script.log());
  EXPECT_EQ(all_races(histories, reference::unordered_by(reference::vector_order, script.log())), verdict->races);
  EXPECT_EQ(all_races(histories, reference::unordered_by(reference::closure_order, script.log())), verdict->races);
  return verdict->races;
}

}  // namespace fencepost::checker
