#pragma once

/// Hazards of the checker, as far as values on the card can show them.

#include <fencepost/model/submission.h>
#include <fencepost/runtime/cuda/prepare.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::cuda {

/// A hazard as far as the card can show it. Its bytes are relative to a region of the model.
struct HazardToShow {
  std::string slug;
  bool of_order = true;  ///< two accesses are unordered; otherwise it is wrong in issue order already
  std::uint32_t first_line = 0;
  std::uint32_t second_line = 0;
  ExecutableId first_executable;  ///< none when the first end is eager
  model::RegionId region;         ///< none: no bytes in dispute
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
};

/// The bytes that may be wrong because of a hazard; empty when it has none that a buffer holds.
std::vector<AddressRange> disputed_bytes(const Prepared& prepared, const HazardToShow& hazard);

/// Why values need not show a hazard; empty when they must.
std::string why_exempt(const Prepared& prepared, const HazardToShow& hazard);

}  // namespace fencepost::cuda
