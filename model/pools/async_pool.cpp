#include <fencepost/model/pools/async_pool.h>

#include <iterator>
#include <limits>

namespace fencepost::model {

AsyncPool::Key AsyncPool::key_of(const Start& start, const Extent& extent) {
  return {extent.hi - start.lo, std::numeric_limits<std::uint64_t>::max() - extent.freed.execution, start};
}

void AsyncPool::insert(const Start& start, const Extent& extent) {
  ranges_[start] = extent;
  by_stream_[extent.stream].insert(key_of(start, extent));
  all_.insert(key_of(start, extent));
}

void AsyncPool::erase(Ranges::iterator range) {
  const Key key = key_of(range->first, range->second);
  by_stream_[range->second.stream].erase(key);
  all_.erase(key);
  ranges_.erase(range);
}

AsyncPool::Ranges::iterator AsyncPool::find(std::uint64_t size, StreamId stream) {
  const Key wanted{size, 0, {RegionId{0}, 0}};
  const std::set<Key>& own = by_stream_[stream];
  if (const auto fit = own.lower_bound(wanted); fit != own.end()) return ranges_.find(fit->start);
  const auto fit = all_.lower_bound(wanted);
  return fit == all_.end() ? ranges_.end() : ranges_.find(fit->start);
}

std::optional<AsyncPool::Taken> AsyncPool::take(std::uint64_t bytes, StreamId stream) {
  const auto range = find(rounded(bytes), stream);
  if (range == ranges_.end()) return std::nullopt;
  const Start start = range->first;
  const Extent extent = range->second;
  erase(range);
  const std::uint64_t end = start.lo + rounded(bytes);
  if (end < extent.hi) insert({start.region, end}, extent);
  return Taken{{{start.region, start.lo, start.lo + bytes}, extent.stream, extent.freed}, end == extent.hi};
}

std::vector<CompletionPoint> AsyncPool::give_back(const FreeBlock& free) {
  std::vector<CompletionPoint> covered;
  Start start{free.block.region, free.block.lo};
  Extent extent{free.block.lo + rounded(free.block.size()), free.stream, free.freed};
  const auto joins = [&](Ranges::iterator other) {
    return other->first.region == start.region && other->second.stream == free.stream;
  };
  auto next = ranges_.lower_bound(start);
  if (next != ranges_.end() && joins(next) && next->first.lo == extent.hi) {
    extent.hi = next->second.hi;
    covered.push_back(next->second.freed);
    erase(next);
  }
  next = ranges_.lower_bound(start);
  if (next != ranges_.begin()) {
    const auto before = std::prev(next);
    if (joins(before) && before->second.hi == start.lo) {
      start = before->first;
      covered.push_back(before->second.freed);
      erase(before);
    }
  }
  insert(start, extent);
  return covered;
}

void AsyncPool::clear() {
  ranges_.clear();
  by_stream_.clear();
  all_.clear();
}

std::vector<std::uint64_t> AsyncPool::recurring_state() const {
  std::vector<std::uint64_t> state;
  for (const auto& [start, extent] : ranges_) {
    state.insert(state.end(), {start.region.value, start.lo, extent.hi, extent.stream.value});
  }
  return state;
}

}  // namespace fencepost::model
