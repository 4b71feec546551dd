#pragma once

/// Value waits that never end: the queue machine run for as long as it goes.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <vector>

namespace fencepost::checker::oracle {

/// A value wait runs once something that may leave its value in its bytes has run: a write of that
/// value, a fill when the value is zero, or any other write. No step disables another, so one run
/// that goes on for as long as anything may run reaches all that any run reaches. Returns the waits
/// that hold it up, by key; nothing for schedules that are too large.
std::vector<AccessKey> endless_waits(const SubmissionLog& log);

}  // namespace fencepost::checker::oracle
