#pragma once

/// The part of the comparison that is about what calls return.

#include <fencepost/checker/expectations/expectations.h>

#include <optional>

namespace fencepost::checker {

/// Plays `schedule` on the model and reports each call with `expect=STATUS` that cannot return it.
/// None when no call carries an expectation.
std::optional<std::vector<Surprise>> status_surprises(const Schedule& schedule, const model::Rules& rules);

}  // namespace fencepost::checker
