#pragma once

/// Reads the byte ranges that an operation touches: `x`, `x[0:2MiB]`, `x[0:64]@2`.

#include <fencepost/traces/declarations.h>
#include <fencepost/traces/line_cursor.h>
#include <fencepost/traces/operation.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fencepost {

/// Collects the accesses of one operation. A name without brackets means the whole buffer, at the
/// size that the buffer has on that line.
class RangeReader {
 public:
  /// Most accesses of one operation.
  static constexpr std::size_t most_accesses = 65535;

  RangeReader(Names& names, const Declarations& declarations) : names_(names), declarations_(declarations) {}

  void clear() { accesses_.clear(); }
  [[nodiscard]] bool read_one(LineCursor& cursor, AccessMode mode);
  [[nodiscard]] bool read_list(LineCursor& cursor, AccessMode mode);

  /// What was read since `clear`, in the order of the modes and within a mode in the order of the
  /// text.
  [[nodiscard]] std::span<const Access> sorted_accesses();

 private:
  bool read_bounds(LineCursor& cursor, std::size_t start, Access& access);
  bool check_bounds(LineCursor& cursor, std::size_t start, const Access& access);
  bool read_version(LineCursor& cursor, Access& access);

  Names& names_;
  const Declarations& declarations_;
  std::vector<Access> accesses_;
};

}  // namespace fencepost
