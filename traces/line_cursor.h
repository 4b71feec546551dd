#pragma once

/// Reads one line of a trace from left to right: blanks, words, names, numbers.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/text.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fencepost {

/// A place in one line. What a `read_` function cannot read it describes in `fault()`, and returns
/// false; the cursor is then not used further for that line. No function allocates on success,
/// except for a quoted name with escapes in it.
class LineCursor {
 public:
  /// Longest name, in bytes.
  static constexpr std::size_t longest_name = 4096;

  void start(std::string_view line);

  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] std::string_view line() const { return {begin_, end_}; }
  /// The next character; a line end reads as '\n'.
  [[nodiscard]] char peek() const { return at_ == end_ ? '\n' : *at_; }
  /// Nothing is left but a comment.
  [[nodiscard]] bool at_end() const { return at_ == end_ || *at_ == '#'; }
  [[nodiscard]] bool at_boundary() const { return at_end() || is_blank(*at_); }

  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }
  bool take(char expected) {
    if (peek() != expected) return false;
    ++at_;
    return true;
  }
  /// The longest run of lower-case letters, digits and underscores; may be empty.
  std::string_view take_word() {
    const char* const start = at_;
    while (at_ != end_ && is_word_character(*at_)) ++at_;
    return {start, at_};
  }
  /// The longest run without blanks, for messages about it.
  [[nodiscard]] std::string_view peek_token() const;
  void move_to(std::size_t offset) { at_ = begin_ + offset; }

  /// A bare or quoted name. The view is valid until the next name is read or the line ends.
  [[nodiscard]] bool read_name(std::string_view& name) {
    if (!is_name_start(peek())) return read_unusual_name(name);
    const char* const start = at_;
    while (at_ != end_ && is_name_character(*at_)) ++at_;
    name = {start, at_};
    return name.size() <= longest_name || fail_too_long(name);
  }
  /// Quoted text.
  [[nodiscard]] bool read_text(std::string& text);
  [[nodiscard]] bool read_number(std::uint64_t& value);
  [[nodiscard]] bool read_integer(std::int32_t& value);
  [[nodiscard]] bool read_size(std::uint64_t& bytes);
  [[nodiscard]] bool read_time(std::chrono::nanoseconds& time);
  [[nodiscard]] bool read_address(std::uint64_t& address);

  /// Describes a fault at `offset` and returns false.
  bool fail(std::size_t offset, std::string message, std::string expected = {}, std::string suggestion = {});
  [[nodiscard]] Fault& fault() { return fault_; }

 private:
  bool read_unusual_name(std::string_view& name);
  bool fail_too_long(std::string_view name);
  bool read_quoted(std::string_view& text);
  bool read_escape();
  bool read_with_unit(std::uint64_t& value, std::span<const Unit> units, bool unit_is_optional,
                      std::string_view example);

  const char* begin_ = nullptr;
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::string unescaped_;
  Fault fault_;
};

}  // namespace fencepost
