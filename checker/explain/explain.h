#pragma once

/// Answers `fencepost explain FILE A B`: is A ordered before B, and through what.

#include <fencepost/checker/hazard.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker {

/// One end of a question: an operation of the schedule, and which of its executions.
struct ExplainedPoint {
  std::uint32_t line = 0;
  OperationKind operation = OperationKind::kernel;
  LabelId label;
  StreamId stream;
  EventId event;
  std::uint64_t occurrence = 0;   ///< one-based: which execution of this line
  std::uint32_t launch_line = 0;  ///< of a node of a launch; 0 otherwise
  std::uint64_t launch_number = 0;
  ExecutableId executable;
};

/// "`point` does not start before the point above it is done, because of `reason`." The first step
/// of a path has no reason of its own.
struct ExplainedStep {
  ExplainedPoint point;
  model::EdgeReason reason = model::EdgeReason::stream;
  EventId event;  ///< when the reason is an event
};

struct Explanation {
  enum class Verdict : std::uint8_t {
    ordered,    ///< every execution of A compared is before every one of B
    reversed,   ///< every execution of B compared is before every one of A
    mixed,      ///< all pairs are ordered, some one way and some the other (launches alternate)
    unordered,  ///< `first` and `second` may run in either order
    never_ran,  ///< one of the lines submitted nothing
  } verdict = Verdict::never_ran;
  ExplainedPoint first, second;
  std::uint64_t first_executions = 0, second_executions = 0;  ///< how often each line ran
  std::uint64_t pairs_compared = 0, pairs_forward = 0, pairs_backward = 0;
  std::vector<ExplainedStep> path;       ///< from the earlier to the later, when ordered
  std::optional<ExplainedPoint> common;  ///< the last point before both, when unordered
  NearMiss near_miss = NearMiss::none;
  std::uint32_t near_miss_line = 0, near_miss_record_line = 0;
  EventId near_miss_event;
};

/// `a` and `b` are line numbers of the trace, or names of work. Fails with one sentence when either
/// names nothing, or when the schedule cannot be modelled.
tl::expected<Explanation, std::string> explain_path(const Schedule& schedule, std::string_view a, std::string_view b,
                                                    const model::Rules& rules = {});

/// Words for it, at most 100 columns wide. `text` is the trace, for quoting; may be empty.
void write_explanation(std::ostream& out, const Explanation& explanation, const Schedule& schedule,
                       std::string_view text = {});

}  // namespace fencepost::checker
