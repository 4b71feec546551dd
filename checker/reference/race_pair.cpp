#include <fencepost/checker/race_pair.h>

#include <algorithm>
#include <tuple>

namespace fencepost::checker {

std::vector<RacePair> normalise(std::vector<RacePair> races) {
  std::ranges::sort(races);
  const auto same_accesses = [](const RacePair& a, const RacePair& b) {
    return std::tie(a.first, a.second, a.region) == std::tie(b.first, b.second, b.region);
  };
  std::vector<RacePair> joined;
  for (const RacePair& race : races) {
    if (!joined.empty() && same_accesses(joined.back(), race) && race.lo <= joined.back().hi) {
      joined.back().hi = std::max(joined.back().hi, race.hi);
    } else {
      joined.push_back(race);
    }
  }
  return joined;
}

}  // namespace fencepost::checker
