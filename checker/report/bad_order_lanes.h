#pragma once

/// The order that shows a hazard, as a picture: one lane for each stream, time running down.

#include <fencepost/checker/report/wording.h>

#include <string>
#include <vector>

namespace fencepost::checker {

/// Draws `hazard.bad_order` in rows of at most `page_width` columns, indented by four, the lanes' names
/// first. Rows of ends are marked. Lines that only the host runs have a lane for their thread. Empty
/// when there is no such order. Needs one pass over `schedule`.
std::vector<std::string> bad_order_lanes(const Hazard& hazard, const Schedule& schedule, const Wording& words);

}  // namespace fencepost::checker
