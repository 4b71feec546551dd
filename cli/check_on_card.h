#pragma once

/// What `fencepost check --gpu` does: the same cases on the GPU, in lockstep with the model; and what
/// was found, aimed at until the GPU shows it.

#include "check_run.h"
#include <fencepost/properties/suite.h>

#include <functional>
#include <string>

namespace fencepost::cli {

/// Plays the cases of `how`, each once, and stops after the batch in which one differs. `progress`
/// is told how many are done.
CardLockstep play_cases_on_card(const properties::Suite& suite, const properties::SuiteRun& how,
                                const std::function<void(std::uint64_t)>& progress);

/// Plays the small trace of a finding with delays aimed at its hazards: in how many of how many runs
/// the GPU read a wrong value because of one.
CardShown show_on_card(const std::string& trace);

}  // namespace fencepost::cli
