#pragma once

/// How many slips of the keyboard lie between two words; what "did you mean …?" is made of.

#include <cstddef>
#include <optional>
#include <string_view>

namespace fencepost {

/// The fewest insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`;
/// empty when that takes more than `limit`. Time is proportional to the product of the lengths.
std::optional<std::size_t> edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// How many slips a word may contain and still be recognised: one in three letters, at most three.
std::size_t slips_allowed(std::string_view word);

/// How many words are looked at for the nearest; a trace may have millions of names.
inline constexpr std::size_t most_words_compared = 100000;

/// The element of `words` nearest to `word`, the first of several; empty when none is near enough.
template <class Words>
std::optional<std::string_view> nearest_word(std::string_view word, const Words& words) {
  std::optional<std::string_view> best;
  std::size_t limit = slips_allowed(word);
  std::size_t compared = 0;
  for (const std::string_view candidate : words) {
    if (limit == 0 || ++compared > most_words_compared) break;
    if (const auto distance = edit_distance(word, candidate, limit)) {
      best = candidate;
      limit = *distance - 1;
    }
  }
  return best;
}

}  // namespace fencepost
