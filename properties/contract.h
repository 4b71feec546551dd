#pragma once

/// What model/submission.h promises to its consumers, checked.

#include <fencepost/checker/reference/submission_log.h>

#include <optional>
#include <string>

namespace fencepost::properties {

/// The first promise that `log` breaks: executions numbered from 1; waits bound to what was
/// submitted before, or to a record of the same launch; predecessors with smaller indices; a slot
/// that a point names not filled again since; a point without a slot the newest of its queue.
std::optional<std::string> broken_promise(const checker::SubmissionLog& log);

}  // namespace fencepost::properties
