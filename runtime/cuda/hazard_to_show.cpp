#include <fencepost/runtime/cuda/hazard_to_show.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fencepost::cuda {
namespace {

/// Whether, before the second end, the player waits for the first because a pool took it for finished.
bool is_awaited(const Prepared& prepared, const HazardToShow& hazard) {
  for (std::size_t i = 0; i < prepared.steps().size(); ++i) {
    if (prepared.operations()[i].line >= hazard.second_line) continue;
    const bool awaited = std::ranges::any_of(prepared.steps()[i].assumed, [&](const Progress& progress) {
      return prepared.authors()[progress.author].line == hazard.first_line;
    });
    if (awaited) return true;
  }
  return false;
}

/// Whether the line makes bytes somebody's or nobody's, and does not touch them.
bool changes_owners(const Prepared& prepared, std::uint32_t line) {
  const Schedule& operations = prepared.operations();
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (operations[i].line != line) continue;
    return operations[i].kind == OperationKind::release || operations[i].kind == OperationKind::allocate;
  }
  return false;
}

/// The group call that the line is part of, counted from 1; 0: none.
std::size_t group_of(const Prepared& prepared, std::uint32_t line) {
  const Schedule& operations = prepared.operations();
  std::map<ThreadId, std::pair<std::size_t, std::uint32_t>> open;  // by thread: group and depth
  std::size_t groups = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    auto& [group, depth] = open[operations[i].thread];
    if (operations[i].kind == OperationKind::group_begin && depth++ == 0) group = ++groups;
    if (operations[i].kind == OperationKind::group_end && depth > 0) --depth;
    if (operations[i].line == line) return depth == 0 ? 0 : group;
  }
  return 0;
}

bool in_one_group(const Prepared& prepared, const HazardToShow& hazard) {
  const std::size_t group = group_of(prepared, hazard.first_line);
  return group != 0 && group == group_of(prepared, hazard.second_line);
}

}  // namespace

std::vector<AddressRange> disputed_bytes(const Prepared& prepared, const HazardToShow& hazard) {
  if (!hazard.region.exists() || hazard.lo >= hazard.hi) return {};
  // What a library keeps for itself has bytes in the model only.
  const auto generations = prepared.model().generations();
  const bool owned = std::ranges::any_of(generations, [&](const model::Generation& generation) {
    return generation.region == hazard.region && !generation.window.exists();
  });
  if (!owned) return {};
  const Address base = prepared.model().region_base(hazard.region);
  return {{base + hazard.lo, base + hazard.hi}};
}

std::string why_exempt(const Prepared& prepared, const HazardToShow& hazard) {
  const std::vector<AddressRange> bytes = disputed_bytes(prepared, hazard);
  if (bytes.empty()) return "no bytes are in dispute";
  if (!hazard.of_order) return "issue order has it too, so no delay brings it about";
  if (prepared.memory(prepared.coordinates().cell_at(bytes[0].lo)) == MemoryKind::pageable) {
    return "copies of pageable memory may be synchronous (rows S06 and S07)";
  }
  if (changes_owners(prepared, hazard.first_line) || changes_owners(prepared, hazard.second_line)) {
    return "one of its ends is an allocation or a release, which leaves the bytes as they are";
  }
  if (in_one_group(prepared, hazard)) return "the player runs the parts of a group one after the other";
  if (hazard.slug == "capture-escape") return "the work that escaped may have ended before the launch";
  if (is_awaited(prepared, hazard)) return "a pool took its first end for finished, and so the player waits for that";
  return {};
}

}  // namespace fencepost::cuda
