#include <fencepost/traces/edit_distance.h>

#include <algorithm>
#include <array>

namespace fencepost {
namespace {

/// Longer words are no slips of one another that a person would want pointed out, and comparing
/// them would make the cost of an error depend on the square of their length.
constexpr std::size_t longest_word = 128;

}  // namespace

std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit || std::max(a.size(), b.size()) > longest_word) return std::nullopt;
  // Three rows of the usual table, used in turn: the one being filled and the two above it, for swaps.
  std::array<std::array<std::size_t, longest_word + 1>, 3> rows;
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& above2 = rows[(i + 1) % 3];
    row[0] = i;
    std::size_t smallest = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], above2[j - 2] + 1);
      smallest = std::min(smallest, row[j]);
    }
    // A swap reaches back two rows, but never below the smallest entry of the row above.
    if (smallest > limit + 1) return std::nullopt;
  }
  const std::size_t distance = rows[a.size() % 3][b.size()];
  if (distance > limit) return std::nullopt;
  return distance;
}

std::size_t slips_allowed(std::string_view word) {
  if (word.size() < 2) return 0;  // every one-letter name is one slip away from every other
  return std::min<std::size_t>(3, (word.size() + 2) / 3);
}

}  // namespace fencepost
