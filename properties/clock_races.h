#pragma once

/// The fast engine's findings in the common currency.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <vector>

namespace fencepost::properties {

/// The unordered pairs that the clocks find when they are given `log` one submission at a time;
/// normalised.
std::vector<checker::RacePair> clock_races(const checker::SubmissionLog& log);

}  // namespace fencepost::properties
