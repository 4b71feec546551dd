#pragma once

/// Numbers that look random and depend on nothing but a seed and a counter, so that a workload is
/// the same on every machine and any part of it can be made alone.

#include <cstdint>

namespace fencepost::bench {

/// The `counter`-th number of the sequence of `seed`: the finaliser of SplitMix64 (Steele, Lea and
/// Flood, 2014).
constexpr std::uint64_t counter_hash(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed + (counter + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// Draws from such a sequence, one after the other.
class Draws {
 public:
  constexpr explicit Draws(std::uint64_t seed) : seed_(seed) {}

  /// A number in [0, bound); 0 when there is none.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return bound == 0 ? 0 : counter_hash(seed_, counter_++) % bound;
  }
  /// True `parts` times in `whole`.
  constexpr bool chance(std::uint64_t parts, std::uint64_t whole) { return below(whole) < parts; }

 private:
  std::uint64_t seed_;
  std::uint64_t counter_ = 0;
};

}  // namespace fencepost::bench
