#pragma once

/// Finding what a name in a trace means, and what was meant by one that means nothing.

#include <fencepost/traces/line_cursor.h>
#include <fencepost/traces/namespaces.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost {

/// Reads a name that must be known in `space`. An unknown one is a fault, and is known from then
/// on, so that it is reported once.
[[nodiscard]] bool read_known_name(LineCursor& cursor, Names& names, Namespace space, std::uint32_t& index);

/// "did you mean `word`?"; empty when `word` is.
std::string did_you_mean(std::string_view word);

}  // namespace fencepost
