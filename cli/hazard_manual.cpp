#include "hazard_manual.h"

#include <algorithm>

namespace fencepost::cli {

namespace {

struct Section {
  std::size_t level = 0;  ///< how many `#` its heading has
  std::string_view slug;
  std::size_t begin = 0, end = 0;
};

/// `## \`deadlock\`` → level 2, "deadlock"; none when the line is no heading of one word.
std::optional<Section> heading(std::string_view line, std::size_t begin) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0) return std::nullopt;
  std::string_view text = line.substr(level);
  constexpr std::string_view decoration = " `\r";
  const std::size_t first = text.find_first_not_of(decoration);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(decoration) - first + 1);
  const bool one_word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
  return Section{level, one_word ? text : std::string_view{}, begin, 0};
}

std::vector<Section> sections(std::string_view manual) {
  std::vector<Section> found;
  bool in_listing = false;
  for (std::size_t begin = 0; begin < manual.size();) {
    const std::size_t end = std::min(manual.find('\n', begin), manual.size() - 1) + 1;
    const std::string_view line = manual.substr(begin, end - begin - 1);
    if (line.starts_with("```")) in_listing = !in_listing;
    const auto section = in_listing ? std::nullopt : heading(line, begin);
    if (section) {
      for (Section& open : found) {
        if (open.end == 0 && open.level >= section->level) open.end = begin;
      }
      found.push_back(*section);
    }
    begin = end;
  }
  for (Section& open : found) {
    if (open.end == 0) open.end = manual.size();
  }
  std::erase_if(found, [](const Section& section) { return section.slug.empty(); });
  return found;
}

}  // namespace

std::optional<std::string_view> manual_entry(std::string_view slug) {
  const std::string_view manual = hazard_manual();
  for (const Section& section : sections(manual)) {
    if (section.slug == slug) return manual.substr(section.begin, section.end - section.begin);
  }
  return std::nullopt;
}

std::vector<std::string_view> manual_slugs() {
  std::vector<std::string_view> slugs;
  for (const Section& section : sections(hazard_manual())) slugs.push_back(section.slug);
  return slugs;
}

}  // namespace fencepost::cli
