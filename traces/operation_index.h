#pragma once

/// Where the operations of a trace stand: which line holds which, and which carries a name.

#include <fencepost/traces/ids.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fencepost {

/// Built while a trace is read. Takes twelve bytes for each stretch of lines without a gap, and as
/// much for each name of work; not something for each operation.
class OperationIndex {
 public:
  /// The next operation, on `line`; lines ascend. `label` is what names it, if anything does.
  void add(std::uint32_t line, LabelId label);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The operation on `line`.
  [[nodiscard]] std::optional<std::size_t> on_line(std::uint32_t line) const;

  struct Uses {
    std::uint32_t count = 0;
    std::uint32_t first = 0;  ///< the index of the first operation so named
  };
  [[nodiscard]] Uses named(LabelId label) const;

 private:
  /// Operations on consecutive lines.
  struct Stretch {
    std::uint32_t line;
    std::uint32_t index;
    std::uint32_t length;
  };
  std::vector<Stretch> stretches_;
  std::vector<Uses> uses_;
  std::size_t size_ = 0;
};

}  // namespace fencepost
