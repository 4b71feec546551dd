#pragma once

/// What `fencepost check` writes, in its three formats. Nothing in it depends on the clock.

#include "check_run.h"

#include <iosfwd>
#include <span>

namespace fencepost::cli {

/// What was covered, and the finding if there is one.
void write_check_text(std::ostream& out, const CheckRun& run);
/// One line for each mutation, and how many were noticed.
void write_mutation_table(std::ostream& out, std::span<const CheckRun> runs);
/// One document for all runs (docs/check.md).
void write_check_json(std::ostream& out, std::span<const CheckRun> runs);
/// One test case for each run. Of a mutation a case fails when it was missed, else when something
/// was found.
void write_check_junit(std::ostream& out, std::span<const CheckRun> runs);

}  // namespace fencepost::cli
