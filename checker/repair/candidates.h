#pragma once

/// Repairs worth trying for a hazard. Nothing here is checked: most will fail.

#include <fencepost/checker/hazard.h>
#include <fencepost/checker/repair/schedule_map.h>
#include <fencepost/checker/repair/statement_text.h>
#include <fencepost/model/generation.h>

#include <span>
#include <vector>

namespace fencepost::checker {

/// Edits with a summary and the number of waits they add, the most promising first. `generations`
/// are those of the report the hazard is from.
std::vector<Fix> candidates(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
                            std::span<const model::Generation> generations);

}  // namespace fencepost::checker
