#pragma once

/// docs/hazards.md, carried by the program.

#include <optional>
#include <string_view>
#include <vector>

namespace fencepost::cli {

/// The whole manual.
std::string_view hazard_manual();
/// The section headed by `slug`, with its heading; none when there is no such section.
std::optional<std::string_view> manual_entry(std::string_view slug);
/// Every slug that has a section, in the order of the manual.
std::vector<std::string_view> manual_slugs();

}  // namespace fencepost::cli
