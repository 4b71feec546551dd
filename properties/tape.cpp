#include <fencepost/properties/tape.h>

namespace fencepost::properties {

namespace {

/// SplitMix64's output function: a bijection that scatters consecutive numbers.
constexpr std::uint64_t scatter(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

}  // namespace

std::uint32_t Enumeration::choose(std::uint32_t bound) {
  if (next_ == choices_.size()) choices_.push_back({0, bound});
  return choices_[next_++].value;
}

bool Enumeration::advance() {
  // What the decoder did not ask for this time does not exist.
  choices_.resize(next_);
  next_ = 0;
  while (!choices_.empty() && choices_.back().value + 1 == choices_.back().bound) choices_.pop_back();
  if (choices_.empty()) return false;
  ++choices_.back().value;
  return true;
}

Tape random_tape(std::uint64_t seed, std::uint64_t number, std::size_t length) {
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;
  std::uint64_t state = scatter(seed * step + 1) ^ scatter((number + 1) * step);
  Tape tape(length);
  std::uint64_t bits = 0;
  for (std::size_t at = 0; at < length; ++at) {
    if (at % sizeof(bits) == 0) bits = scatter(state += step);
    tape[at] = static_cast<std::uint8_t>(bits);
    bits >>= 8U;
  }
  return tape;
}

}  // namespace fencepost::properties
