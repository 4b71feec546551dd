#include <fencepost/model/pools/address_space.h>

#include <limits>

namespace fencepost::model {

RegionId AddressSpace::new_region(std::uint64_t bytes, MemoryKind memory) {
  const RegionId region{static_cast<std::uint32_t>(regions_.size())};
  regions_.push_back({next_, bytes, memory});
  next_ += (bytes / alignment + 1) * alignment;
  return region;
}

RegionId AddressSpace::recorded_region(MemoryKind memory) {
  const auto [known, added] = recorded_.try_emplace(memory, static_cast<std::uint32_t>(regions_.size()));
  if (added) regions_.push_back({0, std::numeric_limits<std::uint64_t>::max(), memory});
  return known->second;
}

}  // namespace fencepost::model
