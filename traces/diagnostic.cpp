#include <fencepost/traces/diagnostic.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fencepost {
namespace {

/// How much of a line is shown on either side of the place.
constexpr std::size_t context = 100;

constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !continues_character(byte); }));
}

/// A terminal must not act on what a broken file contains.
std::string made_printable(std::string_view text) {
  std::string result(text);
  for (char& byte : result) {
    const auto value = static_cast<unsigned char>(byte);
    if ((value < 0x20 && byte != '\t') || value == 0x7f) byte = '?';
  }
  return result;
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

Diagnostic diagnose(std::string_view file, std::uint32_t line, std::string_view source_line, Fault fault) {
  const std::size_t offset = std::min(fault.offset, source_line.size());
  std::size_t from = offset > context ? offset - context : 0;
  while (from < offset && continues_character(source_line[from])) ++from;
  std::size_t to = std::min(source_line.size(), offset + context);
  while (to < source_line.size() && continues_character(source_line[to])) ++to;
  Diagnostic result;
  result.file = file;
  result.line = line;
  result.column = static_cast<std::uint32_t>(characters(source_line.substr(0, offset)) + 1);
  result.source_line = made_printable(source_line.substr(from, to - from));
  result.caret = offset - from;
  result.message = std::move(fault.message);
  result.expected = std::move(fault.expected);
  result.suggestion = std::move(fault.suggestion);
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
