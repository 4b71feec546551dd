#pragma once

/// One access as the byte state remembers it.

#include <fencepost/traces/operation.h>

#include <cstdint>

namespace fencepost::checker {

/// Sixteen bytes. An eager access is known by its execution and the column of its queue; an access
/// of a launch by the mark of that launch (clocks/launch_mark.h) and its node, because all accesses
/// of one launch share what is known about it.
struct Touch {
  std::uint32_t when = 0;  ///< the execution, or the mark of a launch; 0: there was no access
  std::uint32_t column : 29 = 0;
  std::uint32_t of_launch : 1 = 0;
  std::uint32_t mode_bits : 2 = 0;
  std::uint32_t site = 0;        ///< of an eager access: index into the site table; of a launch: the node
  std::uint32_t generation = 0;  ///< on whose behalf

  [[nodiscard]] bool exists() const { return when != 0; }
  [[nodiscard]] AccessMode mode() const { return static_cast<AccessMode>(mode_bits); }
  void set_mode(AccessMode mode) { mode_bits = static_cast<std::uint32_t>(mode) & 3U; }

  friend bool operator==(const Touch&, const Touch&) = default;
};
static_assert(sizeof(Touch) == 16);

/// Two accesses to one byte whose order matters: one of them writes, and they do not commute.
constexpr bool conflict(AccessMode a, AccessMode b) {
  return (writes(a) || writes(b)) && !(a == AccessMode::atomic && b == AccessMode::atomic);
}

/// A write or an update: nothing that was there before matters to whoever comes later.
constexpr bool writes_plainly(AccessMode mode) { return mode == AccessMode::write || mode == AccessMode::update; }

}  // namespace fencepost::checker
