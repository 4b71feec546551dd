#pragma once

/// The graph of causes in the language of Graphviz.

#include <fencepost/checker/audit.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <iosfwd>

namespace fencepost::checker {

/// Writes the transitive reduction of happens-before: an arrow only where no other path says the
/// same. Arrows carry their reason; the pairs of `report`'s hazards are joined by red lines without
/// direction. Quadratic in the number of executions: returns false, having written nothing, beyond
/// `max_vertices` of them.
bool write_dot(std::ostream& out, const Schedule& schedule, const Report& report, std::size_t max_vertices = 4000,
               const model::Rules& rules = {});

}  // namespace fencepost::checker
