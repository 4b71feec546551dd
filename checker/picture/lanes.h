#pragma once

/// `fencepost show FILE`: a schedule as lanes, one column for each stream, time going down.

#include <fencepost/checker/audit.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <iosfwd>

namespace fencepost::checker {

struct LanesStyle {
  std::size_t width = 100;      ///< columns of the page
  std::size_t max_rows = 200;   ///< later rows are counted, not drawn
  bool expand_launches = true;  ///< draw the nodes of a launch, not just the launch
};

/// Draws one row for each operation that takes place on a stream or touches memory on the host,
/// in the order of the host's calls. What hangs below something in one lane runs after it; only the
/// nodes of two launches share the lanes they were captured on, whether they are ordered or not.
/// Waits are arrows from the lane of the record. The two ends of the hazards of `report` are marked
/// `<1`, `<2`, … in the order of the report. Lanes that do not fit the width are left out, those
/// without a hazard first, and counted.
void write_lanes(std::ostream& out, const Schedule& schedule, const Report& report, const LanesStyle& style = {},
                 const model::Rules& rules = {});

}  // namespace fencepost::checker
