#include <fencepost/checker/classify/versions.h>

#include <algorithm>

namespace fencepost::checker {

std::optional<Slug> judge_version(const LaunchLog& launches, const Party& reader, std::uint32_t version,
                                  const std::optional<Party>& writer, model::RegionId region, std::uint64_t lo,
                                  std::uint64_t hi) {
  const auto writes_here = [&](const model::MemoryAccess& access) {
    return writes(access.mode) && access.generation == reader.generation && access.region == region && access.lo < hi &&
           access.hi > lo;
  };
  const auto any_node_does = [&](const model::GraphPlan& graph) {
    return std::ranges::any_of(graph.accesses, writes_here);
  };
  const std::uint64_t count = writer ? launches.count_until(writer->execution, any_node_does) : 0;
  if (count < version) return Slug::wrong_value;  // That launch has not run yet.
  if (count == version && writer->of_launch()) return std::nullopt;
  return Slug::output_overwritten;
}

}  // namespace fencepost::checker
