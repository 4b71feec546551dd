#pragma once

/// Does a trace behave as its author says? Compares what the model and the checker found with the
/// `expect` clauses of the schedule.

#include <fencepost/checker/audit.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::checker {

/// One expectation that does not hold, or one finding that nobody expected.
struct Surprise {
  std::uint32_t line = 0;  ///< of the `expect` clause, or of the finding; 0: of the whole trace
  std::string message;     ///< one sentence
};

/// Empty when everything is as expected:
/// - the hazards of `report` and the `expect hazard` clauses pair off one to one: same slug, and the
///   lines of both ends and the bytes wherever the clause states them;
/// - every `expect note` clause has its note (further notes are allowed);
/// - every call with `expect=STATUS` may return that status, according to the model;
/// - with `expect clean`, nothing was found;
/// - with `expect wrong_value`, something was found that can make a value wrong.
/// A trace that expects nothing checks nothing: that is a surprise, too.
/// `rules` are those that `report` was made with.
std::vector<Surprise> compare_with_expectations(const Schedule& schedule, const Report& report,
                                                const model::Rules& rules = {});

/// Audits `schedule` under `rules`, without explanations and repairs, and compares.
std::vector<Surprise> surprises(const Schedule& schedule, const model::Rules& rules = {});

}  // namespace fencepost::checker
