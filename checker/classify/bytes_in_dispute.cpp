#include <fencepost/checker/classify/bytes_in_dispute.h>

namespace fencepost::checker {

void describe_bytes(Hazard& hazard, model::RegionId region, std::uint64_t lo, std::uint64_t hi,
                    const Tenures& tenures) {
  const model::Generation& first = tenures[hazard.first.generation];
  const model::Generation& second = tenures[hazard.second.generation];
  hazard.region = region;
  hazard.lo = lo;
  hazard.hi = hi;
  hazard.first_buffer = first.buffer;
  hazard.second_buffer = second.buffer;
  hazard.second_lo = lo - second.lo;
  hazard.second_hi = hi - second.lo;
  if (hazard.first.generation == hazard.second.generation) return;
  // A replay may be on either side of the hand-over: what counts is who had the bytes first.
  const bool in_order = first.allocated_at <= second.allocated_at;
  hazard.release_line = in_order ? first.release_line : second.release_line;
  hazard.hand_over_line = in_order ? second.allocate_line : first.allocate_line;
}

}  // namespace fencepost::checker
