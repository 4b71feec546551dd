#pragma once

/// Reads that name the launch whose result they mean (definitions.md 15).

#include <fencepost/checker/classify/launch_log.h>
#include <fencepost/checker/clocks/encounter.h>
#include <fencepost/checker/hazard.h>

#include <cstdint>
#include <optional>

namespace fencepost::checker {

/// The name of the fault when a read of bytes [lo, hi), on behalf of the reader's generation, means the result of
/// the `version`-th launch that wrote them and sees what `writer` left; nothing when that is what it sees.
std::optional<Slug> judge_version(const LaunchLog& launches, const Party& reader, std::uint32_t version,
                                  const std::optional<Party>& writer, model::RegionId region, std::uint64_t lo,
                                  std::uint64_t hi);

}  // namespace fencepost::checker
