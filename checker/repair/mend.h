#pragma once

/// Repairs a whole trace: one verified fix after the other, until none is left to apply.

#include <fencepost/checker/audit.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker {

struct MendedTrace {
  std::string text;                  ///< with its comments; hazards are no longer expected in it
  std::vector<std::string> applied;  ///< what was done, one clause for each fix, in order
  Report report;                     ///< of `text`: hazards that nothing mended, if any
};

/// Applies the first verified fix of the first hazard that has one, audits again, and goes on.
/// Ends: every fix lowers the number of hazards. The `expect` clauses of `text` are left out, since
/// they speak of what was found before; when it had any and the result is clean, `expect clean`
/// takes their place. Error: the trace cannot be judged, and why.
tl::expected<MendedTrace, std::string> mend(std::string_view text);

}  // namespace fencepost::checker
