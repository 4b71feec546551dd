#pragma once

/// What the trace says about the ends of hazards of which only the line is known.

#include <fencepost/checker/hazard.h>
#include <fencepost/traces/schedule.h>

#include <span>

namespace fencepost::checker {

/// Fills in the operation, label, stream, thread and event of ends that come from a line alone: the
/// other end of a refused call, and the release that ended a tensor's life.
void complete_sites(std::span<Hazard> hazards, const Schedule& schedule);

}  // namespace fencepost::checker
