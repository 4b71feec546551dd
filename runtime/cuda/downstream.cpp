#include <fencepost/runtime/cuda/downstream.h>

#include <algorithm>

namespace fencepost::cuda {

Downstream::Downstream(const Coordinates& coordinates, std::span<const AddressRange> in_dispute)
    : coordinates_(coordinates), in_dispute_(coordinates.size()) {
  for (const AddressRange dispute : in_dispute) {
    for (std::uint32_t cell = 0; cell < coordinates.size(); ++cell) {
      const AddressRange bytes = coordinates[cell];
      if (bytes.lo < dispute.hi && dispute.lo < bytes.hi) in_dispute_[cell] = true;
    }
  }
  tainted_ = in_dispute_;
}

bool Downstream::any_tainted(AddressRange range) const {
  for (std::uint32_t cell = coordinates_.cell_at(range.lo); cell < coordinates_.cell_at(range.hi); ++cell) {
    if (tainted_[cell]) return true;
  }
  return false;
}

void Downstream::execute(const Effect& effect) {
  const bool wrong = std::ranges::any_of(
      effect.touches, [&](const Touch& touch) { return reads(touch.mode) && any_tainted(touch.range); });
  if (wrong) executions_.emplace(effect.author, effect.execution);
  for (const Touch& touch : effect.touches) {
    if (!writes(touch.mode)) continue;
    for (std::uint32_t cell = coordinates_.cell_at(touch.range.lo); cell < coordinates_.cell_at(touch.range.hi);
         ++cell) {
      tainted_[cell] = wrong || in_dispute_[cell] || (tainted_[cell] && touch.mode == AccessMode::atomic);
    }
  }
}

bool Downstream::ends_wrong(AddressRange bytes) const { return any_tainted(bytes); }

}  // namespace fencepost::cuda
