#pragma once

/// Makes a scenario that shows something smaller: first its commands, then its configuration.
///
/// And makes the trace it issues smaller, operation by operation, until every line that is left is
/// needed.

#include <fencepost/runtime/gtp/mutation.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// Whether a scenario still shows it. Asked only of scenarios that make sense (gtp_generator.h).
using ShowsIt = std::function<bool(const gtp::Scenario&)>;

/// No command of the result can be left out, no count lowered to 1, no axis set back to its default
/// alone. REQUIRES: `shows_it(scenario)`.
gtp::Scenario shrink_scenario(gtp::Scenario scenario, const ShowsIt& shows_it);

/// The configurations that differ from `configuration` in one axis, which is simpler.
std::vector<gtp::Configuration> simpler(const gtp::Configuration& configuration);

/// `checker::minimise` for any hazard of `slug`; if one of them is about bytes, the result's is too. REQUIRES: `trace`
/// has such a hazard.
std::string minimal_trace(std::string_view trace, std::string_view slug);

}  // namespace fencepost::properties
