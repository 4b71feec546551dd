#include <fencepost/model/pools/caching_pool.h>

#include <iterator>

namespace fencepost::model {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr std::uint64_t smallest_block = 512;
constexpr std::uint64_t largest_small_request = MiB;

constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

constexpr std::uint64_t segment_size(std::uint64_t bytes) {
  if (bytes <= largest_small_request) return 2 * MiB;
  if (bytes < 10 * MiB) return 20 * MiB;
  return round_up(bytes, 2 * MiB);
}

/// Whether the part of a block that a request leaves over is worth keeping as a block.
constexpr bool worth_splitting(std::uint64_t rest, bool small) { return small ? rest >= smallest_block : rest > MiB; }

}  // namespace

Block CachingPool::allocate(std::uint64_t bytes, StreamId stream, AddressSpace& addresses) {
  const std::uint64_t rounded = round_up(bytes, smallest_block);
  const bool small = rounded <= largest_small_request;
  Blocks::iterator block = find_free(rounded, stream, small);
  if (block == blocks_.end()) block = new_segment(rounded, stream, small, addresses);
  take_off_free_list(block);

  const std::uint64_t lo = block->first.lo;
  if (worth_splitting(block->second.hi - lo - rounded, small)) {
    const std::uint64_t end = block->second.hi;
    block->second.hi = lo + rounded;
    put_on_free_list(blocks_.insert({{block->first.region, lo + rounded}, {end, stream, small, false}}).first);
  }
  return {block->first.region, lo, lo + bytes};
}

void CachingPool::release(const Block& block) {
  Blocks::iterator at = blocks_.find({block.region, block.lo});
  const auto next = std::next(at);
  if (next != blocks_.end() && next->first.region == at->first.region && next->second.free) {
    take_off_free_list(next);
    at->second.hi = next->second.hi;
    blocks_.erase(next);
  }
  if (at != blocks_.begin()) {
    const auto before = std::prev(at);
    if (before->first.region == at->first.region && before->second.free) {
      take_off_free_list(before);
      before->second.hi = at->second.hi;
      blocks_.erase(at);
      at = before;
    }
  }
  put_on_free_list(at);
}

void CachingPool::trim(const AddressSpace& addresses) {
  for (auto block = blocks_.begin(); block != blocks_.end();) {
    const std::uint64_t size = addresses.size(block->first.region);
    if (!block->second.free || block->second.hi - block->first.lo != size) {
      ++block;
      continue;
    }
    take_off_free_list(block);
    block = blocks_.erase(block);
    reserved_ -= size;
  }
}

std::vector<std::uint64_t> CachingPool::recurring_state() const {
  std::vector<std::uint64_t> state;
  for (const auto& [start, extent] : blocks_) {
    state.insert(state.end(), {start.region.value, start.lo, extent.hi, extent.home.value, std::uint64_t{extent.small},
                               std::uint64_t{extent.free}});
  }
  return state;
}

void CachingPool::put_on_free_list(Blocks::iterator block) {
  block->second.free = true;
  free_lists_[{block->second.home, block->second.small}].insert({block->second.hi - block->first.lo, block->first});
}

void CachingPool::take_off_free_list(Blocks::iterator block) {
  block->second.free = false;
  free_lists_[{block->second.home, block->second.small}].erase({block->second.hi - block->first.lo, block->first});
}

CachingPool::Blocks::iterator CachingPool::find_free(std::uint64_t bytes, StreamId stream, bool small) {
  const auto& list = free_lists_[{stream, small}];
  const auto fit = list.lower_bound({bytes, {RegionId{0}, 0}});
  return fit == list.end() ? blocks_.end() : blocks_.find(fit->start);
}

CachingPool::Blocks::iterator CachingPool::new_segment(std::uint64_t bytes, StreamId stream, bool small,
                                                       AddressSpace& addresses) {
  const std::uint64_t size = segment_size(bytes);
  const RegionId region = addresses.new_region(size, MemoryKind::device);
  reserved_ += size;
  const auto block = blocks_.insert({{region, 0}, {size, stream, small, false}}).first;
  put_on_free_list(block);
  return block;
}

}  // namespace fencepost::model
