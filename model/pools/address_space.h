#pragma once

/// The modelled address space: regions that never overlap, at addresses that are the same in every
/// run.

#include <fencepost/model/submission.h>
#include <fencepost/traces/device.h>

#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::model {

class AddressSpace {
 public:
  /// A region of `bytes` (at least 1), aligned to 2 MiB, memory of kind `memory`.
  RegionId new_region(std::uint64_t bytes, MemoryKind memory);

  /// The region of everything that stands where a recorded program had it (`alloc at=`): its bytes
  /// are numbered by their addresses. One for each kind of memory.
  RegionId recorded_region(MemoryKind memory);

  [[nodiscard]] std::uint64_t size(RegionId region) const { return regions_[region.index()].size; }
  [[nodiscard]] Address base(RegionId region) const { return regions_[region.index()].base; }
  [[nodiscard]] MemoryKind memory(RegionId region) const { return regions_[region.index()].memory; }

 private:
  struct Region {
    Address base;
    std::uint64_t size;
    MemoryKind memory;
  };
  static constexpr Address first_address = 0x7f00'0000'0000;
  static constexpr std::uint64_t alignment = std::uint64_t{2} << 20U;

  std::vector<Region> regions_;
  std::map<MemoryKind, RegionId> recorded_;
  Address next_ = first_address;
};

}  // namespace fencepost::model
