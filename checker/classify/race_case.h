#pragma once

/// What the name of a race depends on.

#include <fencepost/checker/classify/decision_table.h>
#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/hazard.h>

namespace fencepost::checker {

/// The circumstances that both sites and their tenures tell. What only the graph or the rest of
/// the schedule tells is left at its default.
OrderCase race_case(const Site& first, const Site& second, const Tenures& tenures);

}  // namespace fencepost::checker
