#pragma once

/// How names, sizes and times are spelt.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fencepost {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool is_word_character(char c) { return (c >= 'a' && c <= 'z') || c == '_' || is_digit(c); }

/// One look-up instead of many comparisons, for the test that is made for most bytes of a trace.
inline constexpr auto name_characters = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char c = static_cast<char>(i);
    table[i] = is_name_start(c) || is_digit(c) || c == '.' || c == '$' || c == '-';
  }
  return table;
}();
constexpr bool is_name_character(char c) { return name_characters[static_cast<unsigned char>(c)]; }

/// Whether `name` needs no quotes.
bool is_bare_name(std::string_view name);
/// How many bytes the UTF-8 character at the start of `text` has; 0 when it is no valid character.
std::size_t valid_character_length(std::string_view text);
/// The offset of the first byte that may not stand in a trace: a control character other than a
/// tab, or a byte that is not UTF-8. `text.size()` when there is none.
std::size_t first_bad_byte(std::string_view text);

/// Appends `name`, in quotes where it needs them.
void append_name(std::string& out, std::string_view name);
/// Appends `text` in quotes.
void append_quoted(std::string& out, std::string_view text);
/// Appends `bytes` in the largest unit that divides it: `4MiB`, `100`.
void append_size(std::string& out, std::uint64_t bytes);
/// Appends `time` in the largest unit that divides it: `40us`.
void append_time(std::string& out, std::chrono::nanoseconds time);

struct Unit {
  std::string_view suffix;
  std::uint64_t factor;
};
/// Largest first. The smallest of sizes is also the unit of a bare number.
std::span<const Unit> size_units();
std::span<const Unit> time_units();

}  // namespace fencepost
