#include <fencepost/model/pools/address_space.h>

namespace fencepost::model {

RegionId AddressSpace::new_region(std::uint64_t bytes, MemoryKind memory) {
  const RegionId region{static_cast<std::uint32_t>(regions_.size())};
  regions_.push_back({next_, bytes, memory});
  next_ += (bytes / alignment + 1) * alignment;
  return region;
}

}  // namespace fencepost::model
