#pragma once

/// Buffers and byte ranges as C++ code that writes schedules sees them.

#include <fencepost/traces/ids.h>

#include <cstdint>

namespace fencepost {

inline constexpr std::uint64_t KiB = std::uint64_t{1} << 10;
inline constexpr std::uint64_t MiB = std::uint64_t{1} << 20;
inline constexpr std::uint64_t GiB = std::uint64_t{1} << 30;

/// Bytes [lo, hi), relative to a buffer.
struct Bytes {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  friend bool operator==(const Bytes&, const Bytes&) = default;
};

/// Bytes of one buffer, as an operation touches them.
struct Range {
  BufferId buffer;
  Bytes bytes;
  std::uint32_t version = 0;  ///< as in `Access::version`

  /// The same bytes as the `launch`th launch left them (definitions.md 15).
  [[nodiscard]] Range at_version(std::uint32_t launch) const { return {buffer, bytes, launch}; }

  friend bool operator==(const Range&, const Range&) = default;
};

/// A buffer and its size: `x` is all of it, `x[{0, 64}]` its first 64 bytes. A value.
struct BufferHandle {
  BufferId id;
  std::uint64_t size = 0;

  [[nodiscard]] Range operator[](Bytes bytes) const { return {id, bytes}; }
  [[nodiscard]] Range at_version(std::uint32_t launch) const { return {id, {0, size}, launch}; }
  operator BufferId() const { return id; }            // NOLINT(google-explicit-constructor)
  operator Range() const { return {id, {0, size}}; }  // NOLINT(google-explicit-constructor)
};

}  // namespace fencepost
