#include <fencepost/checker/classify/versions.h>

#include <algorithm>
#include <map>

namespace fencepost::checker {

std::optional<Slug> judge_version(const LaunchLog& launches, const Party& reader, std::uint32_t version,
                                  const std::optional<Party>& writer, model::RegionId region, std::uint64_t lo,
                                  std::uint64_t hi) {
  const auto writes_here = [&](const model::MemoryAccess& access) {
    return writes(access.mode) && access.generation == reader.generation && access.region == region && access.lo < hi &&
           access.hi > lo;
  };
  std::map<const model::GraphPlan*, bool> writing;
  std::uint32_t count = 0;
  for (const LaunchRecord& launch : launches.all()) {
    if (!writer || launch.execution > writer->execution) break;
    const auto [known, added] = writing.try_emplace(launch.plan, false);
    if (added) known->second = std::any_of(launch.plan->accesses.begin(), launch.plan->accesses.end(), writes_here);
    if (known->second) ++count;
  }
  if (count < version) return Slug::wrong_value;  // That launch has not run yet.
  if (count == version && writer->of_launch()) return std::nullopt;
  return Slug::output_overwritten;
}

}  // namespace fencepost::checker
