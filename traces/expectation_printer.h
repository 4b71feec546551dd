#pragma once

/// Prints `expect …` lines.

#include <fencepost/traces/operation_index.h>
#include <fencepost/traces/schedule.h>

#include <string>

namespace fencepost {

/// Appends the line, with its end. Operations are named by their label where `index`, which holds
/// those of `schedule`, knows no other of that name, and else by the line on which they are printed.
void append_expectation(const Schedule& schedule, const OperationIndex& index, const Expectation& expectation,
                        std::string& out);

}  // namespace fencepost
