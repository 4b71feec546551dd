#include <fencepost/model/memory.h>

#include <algorithm>

namespace fencepost::model {

GenerationId Memory::current(BufferId buffer) const {
  return buffer.index() < current_.size() ? current_[buffer.index()] : GenerationId::none();
}

GenerationId Memory::add(const Generation& generation) {
  generations_.push_back(generation);
  return GenerationId{static_cast<std::uint32_t>(generations_.size() - 1)};
}

GenerationId Memory::begin(const Generation& generation) {
  const GenerationId id = add(generation);
  if (current_.size() <= generation.buffer.index()) current_.resize(generation.buffer.index() + 1);
  current_[generation.buffer.index()] = id;

  const Block block{generation.region, generation.lo, generation.hi};
  auto at = newest_owner_.lower_bound({block.region, block.lo, 0});
  if (at != newest_owner_.begin()) {
    const auto before = std::prev(at);
    if (before->first.region == block.region && before->first.hi > block.lo) at = before;
  }
  if (at != newest_owner_.end() && at->first.region == block.region && at->first.lo < block.hi) {
    generations_.back().previous = at->second;
  }
  while (at != newest_owner_.end() && at->first.region == block.region && at->first.lo < block.hi) {
    const auto [older, owner] = *at;
    at = newest_owner_.erase(at);
    if (older.lo < block.lo) newest_owner_[{block.region, older.lo, block.lo}] = owner;
    if (older.hi > block.hi) at = newest_owner_.insert({{block.region, block.hi, older.hi}, owner}).first;
  }
  newest_owner_[block] = id;
  return id;
}

std::span<const MemoryAccess> Memory::resolve(std::span<const Access> accesses, BufferId& missing) {
  resolved_.clear();
  for (const Access& access : accesses) {
    const GenerationId id = current(access.buffer);
    if (!id.exists()) {
      missing = access.buffer;
      break;
    }
    if (access.lo == access.hi) continue;
    const Generation& owner = generations_[id.index()];
    MemoryAccess resolved;
    resolved.region = owner.region;
    resolved.generation = id;
    resolved.mode = access.mode;
    resolved.version = access.version;
    resolved.after_release = !owner.alive();
    resolved.lo = owner.lo + access.lo;
    resolved.hi = owner.lo + access.hi;
    resolved_.push_back(resolved);
  }
  return resolved_;
}

void Memory::Use::note() {
  peak.peak_allocated = std::max(peak.peak_allocated, allocated);
  peak.peak_reserved = std::max(peak.peak_reserved, reserved);
}

void Memory::count_allocation(PoolId pool, std::uint64_t bytes) {
  uses_[pool].allocated += bytes;
  uses_[pool].note();
  total_.allocated += bytes;
  total_.note();
}

void Memory::count_release(PoolId pool, std::uint64_t bytes) {
  uses_[pool].allocated -= bytes;
  total_.allocated -= bytes;
}

void Memory::count_reserved(PoolId pool, std::uint64_t bytes) {
  uses_[pool].reserved += bytes;
  uses_[pool].note();
  total_.reserved += bytes;
  total_.note();
}

void Memory::count_returned(PoolId pool, std::uint64_t bytes) {
  uses_[pool].reserved -= bytes;
  total_.reserved -= bytes;
}

Device::PoolUse Memory::use(PoolId pool) const {
  const auto found = uses_.find(pool);
  return found == uses_.end() ? Device::PoolUse{} : found->second.peak;
}

std::vector<std::pair<PoolId, Device::PoolUse>> Memory::uses() const {
  std::vector<std::pair<PoolId, Device::PoolUse>> all;
  for (const auto& [pool, use] : uses_) all.emplace_back(pool, use.peak);
  return all;
}

}  // namespace fencepost::model
