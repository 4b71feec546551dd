#pragma once

/// Cuts text, or a stream too large for memory, into lines.

#include <cstddef>
#include <istream>
#include <string_view>
#include <vector>

namespace fencepost {

/// Yields the lines of a text one after the other. A line ends with "\n" or "\r\n"; the last may
/// end with the text. A byte order mark at the start is skipped.
class LineSource {
 public:
  /// Longest line, in bytes. Bounds the memory of reading whatever bytes.
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  /// Reads `text` in place; it must outlive the source.
  explicit LineSource(std::string_view text);
  /// Reads `stream` in blocks; it must outlive the source.
  explicit LineSource(std::istream& stream);
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;
  ~LineSource() = default;

  /// Moves to the next line; false at the end, or when the stream fails.
  bool next();
  /// The current line without its end; valid until `next`. Empty when it was too long.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] bool too_long() const { return too_long_; }
  /// Reading stopped before the end of the stream.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  bool refill();
  void skip_byte_order_mark();
  void finish_line(std::string_view line);

  std::istream* stream_ = nullptr;
  std::vector<char> block_;
  std::string_view rest_;  ///< what has been read and not yet handed out
  std::string_view line_;
  bool too_long_ = false;
  bool failed_ = false;
};

}  // namespace fencepost
