#include <fencepost/checker/repair/repair.h>

#include <algorithm>
#include <vector>

namespace fencepost::checker {

namespace {

void append_line(std::string& out, std::string_view line) {
  out += line;
  if (!line.ends_with('\n')) {
    out += '\n';
  }
}

}  // namespace

std::string apply_edits(std::string_view text, std::span<const Edit> edits) {
  std::vector<Edit> sorted(edits.begin(), edits.end());
  std::ranges::stable_sort(sorted, {}, &Edit::line);
  std::string result;
  auto edit = sorted.begin();
  for (std::uint32_t line = 1; !text.empty(); ++line) {
    const std::size_t newline = text.find('\n');
    const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    std::string_view kept = text.substr(0, length);
    text.remove_prefix(length);
    bool keep = true;
    for (; edit != sorted.end() && edit->line == line; ++edit) {
      keep = keep && edit->kind == Edit::Kind::insert_before;
      if (edit->kind != Edit::Kind::remove) {
        append_line(result, edit->text);
      }
    }
    if (keep) {
      result += kept;
    }
  }
  for (; edit != sorted.end(); ++edit) {
    if (edit->kind == Edit::Kind::insert_before) {
      if (!result.empty() && !result.ends_with('\n')) {
        result += '\n';
      }
      append_line(result, edit->text);
    }
  }
  return result;
}

std::string without_expectations(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    const std::string_view statement = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!statement.starts_with("expect ")) result += line;
  }
  return result;
}

}  // namespace fencepost::checker
