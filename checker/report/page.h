#pragma once

/// Lines of at most 100 columns.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::checker {

inline constexpr std::size_t page_width = 100;

/// `text` in lines that start with `indent` blanks and end before column `width`; broken at blanks
/// only, so that a longer word stays whole. Every line is ended.
std::string wrap(std::string_view text, std::size_t indent, std::size_t width = page_width);

/// `text` cut to `width` columns, with an ellipsis where something is missing.
std::string shorten(std::string_view text, std::size_t width);

/// How many columns `text` takes: UTF-8 characters, not bytes.
std::size_t columns(std::string_view text);

/// The lines of a text by their one-based number.
class SourceLines {
 public:
  SourceLines() = default;
  explicit SourceLines(std::string_view text);

  [[nodiscard]] bool empty() const { return lines_.empty(); }
  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  /// Without indentation, blanks at the end and a `#` comment at the end; empty when there is no such line.
  [[nodiscard]] std::string_view statement(std::uint32_t line) const;
  [[nodiscard]] std::string_view line(std::uint32_t number) const;

 private:
  std::vector<std::string_view> lines_;
};

}  // namespace fencepost::checker
