#pragma once

/// A schedule as a trace of threads and locks, for race detectors made for threads.
///
/// The format is the "STD" format of RAPID (github.com/umangm/rapid): one `thread|operation|place`
/// a line. Each stream and each host thread becomes a thread. Order between two of them becomes a
/// fresh lock, taken and given back first behind what comes before and then ahead of what comes
/// after: a detector that orders critical sections of one lock in trace order sees exactly our
/// edge. Bytes become variables, split so that two accesses share a variable if and only if they
/// overlap.

#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <iosfwd>

namespace fencepost::checker {

void write_std(std::ostream& out, const Schedule& schedule, const model::Rules& rules = {});

}  // namespace fencepost::checker
