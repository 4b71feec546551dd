#include <fencepost/checker/clocks/port_sets.h>

namespace fencepost::checker {

PortSets::PortSets(std::size_t port_count) : words_per_set_((port_count + 63) / 64) {
  intern(std::vector<std::uint64_t>(words_per_set_, 0));
}

PortSet PortSets::intern(const std::vector<std::uint64_t>& words) {
  const auto [at, added] = known_.try_emplace(words, static_cast<PortSet>(known_.size()));
  if (added) words_.insert(words_.end(), words.begin(), words.end());
  return at->second;
}

std::vector<std::uint64_t> PortSets::copy(PortSet set) const {
  const auto first = words_.begin() + static_cast<std::ptrdiff_t>(set * words_per_set_);
  return {first, first + static_cast<std::ptrdiff_t>(words_per_set_)};
}

PortSet PortSets::with(PortSet set, std::uint32_t port) {
  if (contains(set, port)) return set;
  std::vector<std::uint64_t> words = copy(set);
  words[port / 64] |= std::uint64_t{1} << (port % 64);
  return intern(words);
}

PortSet PortSets::unite(PortSet a, PortSet b) {
  if (a == b || b == empty_set) return a;
  if (a == empty_set) return b;
  std::vector<std::uint64_t> words = copy(a);
  for (std::size_t i = 0; i < words_per_set_; ++i) words[i] |= words_[b * words_per_set_ + i];
  return intern(words);
}

}  // namespace fencepost::checker
