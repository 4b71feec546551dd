#pragma once

/// What the program tells its caller. Documented in README.md; never renumbered.

#include <cstdint>

namespace fencepost::cli {

enum class ExitStatus : std::uint8_t {
  clean = 0,          ///< nothing found, everything as expected
  hazards = 1,        ///< a hazard, an expectation that does not hold, a rule that no trace guards
  bad_input = 2,      ///< usage, unreadable files, bad traces, output that could not be written
  disagreement = 3,   ///< the model and the card disagree
  no_gpu = 77,        ///< there is no GPU to play on; what test runners take for "skipped"
  interrupted = 130,  ///< Ctrl-C, before there was a verdict
};

/// The graver of two, in the order 2, 3, 77, 1, 0: a verdict on some files does not count when others
/// could not be judged.
ExitStatus worse(ExitStatus a, ExitStatus b);

}  // namespace fencepost::cli
