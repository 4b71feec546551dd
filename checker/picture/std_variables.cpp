#include <fencepost/checker/picture/std_variables.h>

#include <iterator>

#include <fmt/format.h>

namespace fencepost::checker {

void StdVariables::add(const model::MemoryAccess& access, std::size_t thread) {
  if (access.lo == access.hi) {
    return;
  }
  Region& region = regions_[access.region];
  region.borders.insert({access.lo, access.hi});
  if (access.mode == AccessMode::atomic) {
    region.atomics.emplace_back(access, thread);
  }
}

void StdVariables::finish() {
  for (auto& [id, region] : regions_) {
    for (auto border = region.borders.begin(); std::next(border) != region.borders.end(); ++border) {
      region.pieces[*border].hi = *std::next(border);
    }
    for (const auto& [access, thread] : region.atomics) {
      for (auto piece = region.pieces.find(access.lo); piece != region.pieces.end() && piece->first < access.hi;
           ++piece) {
        piece->second.atomic_threads.insert(thread);
      }
    }
  }
}

std::vector<StdVariables::Step> StdVariables::steps(const model::MemoryAccess& access, std::size_t thread) const {
  std::vector<Step> result;
  const auto region = regions_.find(access.region);
  if (region == regions_.end() || access.lo == access.hi) {
    return result;
  }
  const auto& pieces = region->second.pieces;
  for (auto piece = pieces.find(access.lo); piece != pieces.end() && piece->first < access.hi; ++piece) {
    const std::string variable = fmt::format("m{}_{}_{}", access.region.value, piece->first, piece->second.hi);
    if (access.mode == AccessMode::atomic) {
      result.push_back({false, variable});
      result.push_back({true, fmt::format("{}_a{}", variable, thread)});
      continue;
    }
    const auto touch = [&result, &access](const std::string& name) {
      if (reads(access.mode)) {
        result.push_back({false, name});
      }
      if (writes(access.mode)) {
        result.push_back({true, name});
      }
    };
    touch(variable);
    for (const std::size_t other : piece->second.atomic_threads) {
      touch(fmt::format("{}_a{}", variable, other));
    }
  }
  return result;
}

}  // namespace fencepost::checker
