#pragma once

/// Repairs: edits of the text that were applied, parsed and audited again.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/schedule.h>

#include <span>
#include <string>
#include <string_view>

namespace fencepost::checker {

/// Fills in `fixes` of the first hazards of `report`, cheapest first: fewest waits added, then
/// fewest bytes. A fix is kept only when the edited text parses, its audit has the hazard's
/// fingerprint less often, and no fingerprint is new or more frequent. Costs at most six audits for
/// each of at most eight hazards, and fewer for large schedules; further hazards get the fixes that
/// were tried for others. Does nothing when `options.text` is empty or the report has an error.
void repair(Report& report, const Schedule& schedule, const AuditOptions& options);

/// `text` with `edits` applied. All line numbers refer to the unedited text; edits of one line are
/// applied in their order. Comments and blank lines survive.
std::string apply_edits(std::string_view text, std::span<const Edit> edits);

/// `text` without its `expect` clauses: they may name lines, which edits move.
std::string without_expectations(std::string_view text);

}  // namespace fencepost::checker
