#include <fencepost/traces/text.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::array<Unit, 4> sizes{{
    {"GiB", std::uint64_t{1} << 30},
    {"MiB", std::uint64_t{1} << 20},
    {"KiB", std::uint64_t{1} << 10},
    {"B", 1},
}};
constexpr std::array<Unit, 4> times{{{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}}};

const Unit& largest_divisor(std::span<const Unit> units, std::uint64_t value) {
  if (value == 0) return units.back();
  return *std::ranges::find_if(units, [value](const Unit& unit) { return value % unit.factor == 0; });
}

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Whether these eight bytes are printable ASCII.
bool is_plain(const char* bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high = 0x80 * ones;
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  const std::uint64_t below_blank = (word - 0x20 * ones) & ~word;
  const std::uint64_t is_delete = (word ^ (0x7f * ones)) - ones;
  return ((word | below_blank | is_delete) & high) == 0;
}

/// The length of a prefix that is printable ASCII, found eight bytes at once; if all of `text` is,
/// all of it.
std::size_t plain_prefix(std::string_view text) {
  constexpr std::size_t step = 8;
  if (text.size() < step) return 0;
  std::size_t at = 0;
  while (at + step <= text.size() && is_plain(text.data() + at)) at += step;
  const bool only_tail_is_left = at + step > text.size();
  return only_tail_is_left && is_plain(text.data() + text.size() - step) ? text.size() : at;
}

}  // namespace

bool is_bare_name(std::string_view name) {
  return !name.empty() && is_name_start(name.front()) && std::ranges::all_of(name, is_name_character);
}

std::size_t valid_character_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  }
  // Longer forms than needed, halves of surrogate pairs, and what lies beyond the last character.
  const unsigned second = byte(1);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) ||
      (lead == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return length;
}

std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = plain_prefix(text);
  while (at < text.size()) {
    const std::size_t length = valid_character_length(text.substr(at));
    if (length == 0 || (is_control(text[at]) && text[at] != '\t')) return at;
    at += length;
  }
  return at;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = valid_character_length(text);
    const char c = text.front();
    if (c == '"' || c == '\\') {
      out.append({'\\', c});
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (length == 0 || is_control(c)) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out += '"';
}

void append_name(std::string& out, std::string_view name) {
  if (is_bare_name(name)) {
    out += name;
  } else {
    append_quoted(out, name);
  }
}

void append_size(std::string& out, std::uint64_t bytes) {
  const Unit& unit = largest_divisor(sizes, bytes);
  fmt::format_to(std::back_inserter(out), "{}{}", bytes / unit.factor, unit.factor == 1 ? "" : unit.suffix);
}

void append_time(std::string& out, std::chrono::nanoseconds time) {
  const auto nanoseconds = static_cast<std::uint64_t>(time.count());
  const Unit& unit = largest_divisor(times, nanoseconds);
  fmt::format_to(std::back_inserter(out), "{}{}", nanoseconds / unit.factor, unit.suffix);
}

std::span<const Unit> size_units() { return sizes; }
std::span<const Unit> time_units() { return times; }

}  // namespace fencepost
