#pragma once

/// One row of a picture made of characters.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::checker {

/// A row of `width` columns, blank at first. What does not fit is cut off.
class CanvasRow {
 public:
  explicit CanvasRow(std::size_t width) : cells_(width, " ") {}

  void put(std::size_t column, std::string_view character);
  /// Writes UTF-8 `text` from `column` on, at most `most` columns of it, with an ellipsis when cut.
  /// Returns the column behind it.
  std::size_t write(std::size_t column, std::string_view text, std::size_t most);
  /// Puts `character` on the columns from `begin` to just before `end`.
  void fill(std::size_t begin, std::size_t end, std::string_view character);
  /// The row without blanks at its end.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> cells_;
};

}  // namespace fencepost::checker
