#include <fencepost/traces/line_cursor.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::uint64_t largest_number = std::numeric_limits<std::uint64_t>::max();

constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

void LineCursor::start(std::string_view line) {
  begin_ = at_ = line.data();
  end_ = begin_ + line.size();
}

bool LineCursor::fail(std::size_t offset, std::string message, std::string expected, std::string suggestion) {
  fault_ = {offset, std::move(message), std::move(expected), std::move(suggestion)};
  return false;
}

std::string_view LineCursor::peek_token() const {
  constexpr std::ptrdiff_t longest_shown = 60;
  const char* const limit = end_ - at_ > longest_shown ? at_ + longest_shown : end_;
  return {at_, std::find_if(at_, limit, is_blank)};
}

bool LineCursor::read_unusual_name(std::string_view& name) {
  const std::size_t start = offset();
  if (peek() == '"' && !read_quoted(name)) return false;
  if (offset() == start || name.empty()) {
    move_to(start);
    return fail(start, at_boundary() ? "a name is missing" : fmt::format("`{}` is not a name", peek_token()),
                "a letter or `_`, then letters, digits, `_`, `.`, `$` or `-`; anything else in quotes");
  }
  return name.size() <= longest_name || fail_too_long(name);
}

bool LineCursor::fail_too_long(std::string_view name) {
  return fail(offset() - name.size(), fmt::format("a name of {} bytes is too long", name.size()),
              fmt::format("at most {} bytes", longest_name));
}

bool LineCursor::read_quoted(std::string_view& text) {
  const std::size_t start = offset();
  const char* const first = ++at_;
  at_ = std::find_if(at_, end_, [](char c) { return c == '"' || c == '\\'; });
  if (at_ != end_ && *at_ == '"') {
    text = {first, at_++};
    return true;
  }
  unescaped_.assign(first, at_);
  while (at_ != end_ && *at_ != '"') {
    if (*at_ == '\\') {
      if (!read_escape()) return false;
    } else {
      unescaped_ += *at_++;
    }
  }
  if (at_ == end_) return fail(start, "the quote is not closed on this line", "a closing `\"`");
  ++at_;
  text = unescaped_;
  return true;
}

bool LineCursor::read_escape() {
  const std::size_t start = offset();
  const std::string_view rest(at_ + 1, end_);
  const char letter = rest.empty() ? '\0' : rest.front();
  if (letter == '"' || letter == '\\') {
    unescaped_ += letter;
  } else if (letter == 'n') {
    unescaped_ += '\n';
  } else if (letter == 't') {
    unescaped_ += '\t';
  } else if (letter == 'x' && rest.size() > 2 && hex_digit(rest[1]) >= 0 && hex_digit(rest[2]) >= 0) {
    unescaped_ += static_cast<char>(hex_digit(rest[1]) * 16 + hex_digit(rest[2]));
    at_ += 2;
  } else {
    return fail(start, "unknown escape", R"(\", \\, \n, \t or \x with two hexadecimal digits)");
  }
  at_ += 2;
  return true;
}

bool LineCursor::read_text(std::string& text) {
  if (peek() != '"') return fail(offset(), "this text needs quotes", "\"text\"");
  std::string_view view;
  const std::size_t start = offset();
  if (!read_quoted(view)) return false;
  if (view.empty()) return fail(start, "the text is empty", "\"text\"");
  text = view;
  return true;
}

bool LineCursor::read_number(std::uint64_t& value) {
  const std::size_t start = offset();
  if (!is_digit(peek())) {
    return fail(start, at_boundary() ? "a number is missing" : fmt::format("`{}` is not a number", peek_token()),
                "decimal digits");
  }
  value = 0;
  for (; at_ != end_ && is_digit(*at_); ++at_) {
    const auto digit = static_cast<std::uint64_t>(*at_ - '0');
    if (value > (largest_number - digit) / 10) return fail(start, "the number is too large", "a number below 2^64");
    value = value * 10 + digit;
  }
  return true;
}

bool LineCursor::read_integer(std::int32_t& value) {
  const std::size_t start = offset();
  const bool negative = take('-');
  std::uint64_t magnitude = 0;
  if (!read_number(magnitude)) return false;
  if (magnitude > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    return fail(start, "the number is too large", "a number between -(2^31 - 1) and 2^31 - 1");
  }
  value = negative ? -static_cast<std::int32_t>(magnitude) : static_cast<std::int32_t>(magnitude);
  return true;
}

bool LineCursor::read_with_unit(std::uint64_t& value, std::span<const Unit> units, bool unit_is_optional,
                                std::string_view example) {
  const std::size_t start = offset();
  if (!read_number(value)) {
    fault_.expected = example;
    return false;
  }
  const char* const suffix_start = at_;
  while (at_ != end_ && is_letter(*at_)) ++at_;
  const std::string_view suffix(suffix_start, at_);
  if (suffix.empty() && unit_is_optional) return true;
  const auto is_meant = [suffix](const Unit& unit) {
    return !suffix.empty() && unit.suffix.front() == suffix.front() && unit.suffix == suffix;
  };
  const auto unit = std::ranges::find_if(units, is_meant);
  if (unit == units.end()) {
    return fail(start, suffix.empty() ? "a unit is missing" : fmt::format("`{}` is not a unit", suffix),
                std::string(example));
  }
  if (value > largest_number / unit->factor) return fail(start, "the number is too large", "a value below 2^64");
  value *= unit->factor;
  return true;
}

bool LineCursor::read_size(std::uint64_t& bytes) {
  return read_with_unit(bytes, size_units(), true, "a size: digits, then B, KiB, MiB, GiB or nothing");
}

bool LineCursor::read_time(std::chrono::nanoseconds& time) {
  const std::size_t start = offset();
  std::uint64_t nanoseconds = 0;
  if (!read_with_unit(nanoseconds, time_units(), false, "a time: digits, then ns, us, ms or s")) return false;
  if (nanoseconds > static_cast<std::uint64_t>(std::chrono::nanoseconds::max().count())) {
    return fail(start, "the time is too long", "less than 2^63 ns, about 292 years");
  }
  time = std::chrono::nanoseconds(nanoseconds);
  return true;
}

bool LineCursor::read_address(std::uint64_t& address) {
  const std::size_t start = offset();
  constexpr std::ptrdiff_t most_digits = 16;
  if (end_ - at_ < 3 || at_[0] != '0' || at_[1] != 'x' || hex_digit(at_[2]) < 0) {
    return fail(start, fmt::format("`{}` is not an address", peek_token()), "0x and hexadecimal digits");
  }
  at_ += 2;
  const char* const first = at_;
  address = 0;
  for (; at_ != end_ && hex_digit(*at_) >= 0; ++at_) {
    address = address * 16 + static_cast<std::uint64_t>(hex_digit(*at_));
    if (at_ - first >= most_digits) return fail(start, "the address is too long", "at most 16 hexadecimal digits");
  }
  return true;
}

}  // namespace fencepost
