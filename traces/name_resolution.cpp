#include <fencepost/traces/name_resolution.h>

#include <fmt/format.h>

namespace fencepost {
namespace {

std::string suggest_name(const Names& names, Namespace space, std::string_view name) {
  if (const auto nearest = table_of(names, space).nearest(name)) return did_you_mean(*nearest);
  for (std::uint8_t i = 1; i < namespace_count; ++i) {
    const auto other = static_cast<Namespace>(i);
    if (table_of(names, other).find(name)) return fmt::format("`{}` is {}", name, noun_with_article(other));
  }
  if (space == Namespace::label) return {};
  return fmt::format("declare it on a line above: `{} {}{}`", noun(space), name,
                     space == Namespace::buffer ? " SIZE" : "");
}

}  // namespace

bool read_known_name(LineCursor& cursor, Names& names, Namespace space, std::uint32_t& index) {
  const std::size_t start = cursor.offset();
  std::string_view name;
  if (!cursor.read_name(name)) return false;
  NameTable& table = table_of(names, space);
  if (const auto found = table.find(name)) {
    index = *found;
    return true;
  }
  cursor.fail(start, fmt::format("no {} is called `{}`", noun(space), name), {}, suggest_name(names, space, name));
  table.intern(name);
  return false;
}

std::string did_you_mean(std::string_view word) {
  return word.empty() ? std::string{} : fmt::format("did you mean `{}`?", word);
}

}  // namespace fencepost
