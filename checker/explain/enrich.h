#pragma once

/// The second look: why a hazard that was found is one.
///
/// Finding keeps only clocks. Explaining plays the same deterministic schedule again, up to the
/// last access concerned, keeps the whole graph of causes, and asks it.

#include <fencepost/checker/hazard.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <span>

namespace fencepost::checker {

/// Fills in `near_miss`, `near_miss_line`, `near_miss_record_line`, `near_miss_event`,
/// `common_line` and `bad_order` of every hazard that is about two executions nothing orders.
/// Members that were set already stay; other hazards are left alone. `rules` must be those the
/// hazards were found with.
void enrich(std::span<Hazard> hazards, const Schedule& schedule, const model::Rules& rules = {});

}  // namespace fencepost::checker
