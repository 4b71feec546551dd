#pragma once

/// Fills in which bytes a hazard is about, and how they came to have two owners.

#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/hazard.h>

namespace fencepost::checker {

/// Bytes [lo, hi) of `region`; the sites of `hazard` must be set.
void describe_bytes(Hazard& hazard, model::RegionId region, std::uint64_t lo, std::uint64_t hi, const Tenures& tenures);

}  // namespace fencepost::checker
