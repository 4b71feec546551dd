#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/text.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost {
namespace {

/// How much of a line is shown on either side of the place.
constexpr std::size_t context = 100;

constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

/// A terminal must not act on what a broken file contains, and a report is UTF-8 whatever that is.
std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = valid_character_length(text);
    const auto lead = static_cast<unsigned char>(text.front());
    const bool is_control = (lead < 0x20 && lead != '\t') || lead == 0x7f;
    if (length == 0 || is_control) {
      result += '?';
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

/// Names may be as long as a page.
std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 300;
  if (text.size() <= longest) return printable(text);
  std::size_t end = longest;
  while (continues_character(text[end])) --end;
  return printable(text.substr(0, end)) + "…";
}

/// Blanks up to the place, with the line's own tabs so that the caret stands below it.
std::string indentation(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    if (!continues_character(byte)) result += byte == '\t' ? '\t' : ' ';
  }
  return result;
}

}  // namespace

Diagnostic diagnose(std::string_view file, std::uint32_t line, std::string_view source_line, const Fault& fault) {
  const std::size_t offset = std::min(fault.offset, source_line.size());
  std::size_t from = offset > context ? offset - context : 0;
  while (from < offset && continues_character(source_line[from])) ++from;
  std::size_t to = std::min(source_line.size(), offset + context);
  while (to < source_line.size() && continues_character(source_line[to])) ++to;
  Diagnostic result;
  result.file = file;
  result.line = line;
  result.column = static_cast<std::uint32_t>(characters(source_line.substr(0, offset)) + 1);
  result.source_line = printable(source_line.substr(from, to - from));
  result.caret = offset - from;
  result.message = shortened(fault.message);
  result.expected = shortened(fault.expected);
  result.suggestion = shortened(fault.suggestion);
  return result;
}

std::string render(const Diagnostic& diagnostic) {
  std::string result = diagnostic.file;
  if (diagnostic.line != 0) result += fmt::format(":{}:{}", diagnostic.line, diagnostic.column);
  result += fmt::format(": error: {}\n", diagnostic.message);
  if (diagnostic.line != 0) {
    const std::string_view before = std::string_view(diagnostic.source_line).substr(0, diagnostic.caret);
    result += fmt::format("  {}\n  {}^\n", diagnostic.source_line, indentation(before));
  }
  if (!diagnostic.suggestion.empty()) result += fmt::format("  hint: {}\n", diagnostic.suggestion);
  if (!diagnostic.expected.empty()) result += fmt::format("  expected: {}\n", diagnostic.expected);
  return result;
}

std::string render(const Diagnostics& diagnostics) {
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics.errors) result += render(diagnostic);
  if (diagnostics.truncated) result += "further errors not shown\n";
  return result;
}

}  // namespace fencepost
