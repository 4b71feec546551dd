#pragma once

/// Settings of long campaigns.

#include <cstdint>
#include <cstdlib>
#include <string>

namespace fencepost::properties {

/// The number in the environment variable `name`, or `otherwise` when it is not set.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

}  // namespace fencepost::properties
