#include "staging_ring.h"

#include <string>

StagingRing::StagingRing(fencepost::Issuer& issuer, std::size_t slots, std::uint64_t bytes, bool waits_for_last_copy)
    : issuer_(issuer), waits_for_last_copy_(waits_for_last_copy) {
  for (std::size_t number = 0; number < slots; ++number) {
    const std::string name = std::to_string(number);
    slots_.push_back(
        {issuer_.buffer("slot" + name, bytes), issuer_.event("filled" + name), issuer_.event("copied" + name)});
  }
}

fencepost::BufferHandle StagingRing::take(fencepost::StreamId compute) {
  next_ = (next_ + 1) % slots_.size();
  Slot& slot = slots_[next_];
  if (slot.in_use && waits_for_last_copy_) issuer_.wait(slot.copied, compute);
  slot.in_use = true;
  return slot.buffer;
}

void StagingRing::send(fencepost::StreamId compute, fencepost::StreamId copier, const fencepost::Range& to) {
  const Slot& slot = slots_[next_];
  issuer_.record(slot.filled, compute);
  issuer_.wait(slot.filled, copier);
  issuer_.copy("stage", copier, slot.buffer, to);
  issuer_.record(slot.copied, copier);
}
