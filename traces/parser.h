#pragma once

/// From text to schedule.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/schedule.h>

#include <string_view>

#include <tl/expected.hpp>

namespace fencepost {

/// Reads a whole trace. Any bytes at all give a schedule or a list of faults; a trace with one fault
/// gives no schedule. `file_name` only appears in the faults. Takes time and memory proportional
/// to the text.
tl::expected<Schedule, Diagnostics> parse(std::string_view text, std::string_view file_name = "<text>");

}  // namespace fencepost
