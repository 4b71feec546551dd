#include <fencepost/runtime/cuda/movement.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

using Ranges = std::span<const AddressRange>;

bool equal_sizes(Ranges ranges, std::uint64_t size) {
  return std::ranges::all_of(ranges, [&](AddressRange range) { return range.size() == size; });
}

/// A word may be read after another has been written: only identical ranges may share bytes.
bool safe(const std::vector<Sum>& sums) {
  for (const Sum& writer : sums) {
    for (const Address to : writer.to) {
      for (const Sum& reader : sums) {
        const bool overlaps = std::ranges::any_of(reader.from, [&](Address from) {
          const bool apart = from + reader.length <= to || to + writer.length <= from;
          return !apart && !(&reader == &writer && from == to);
        });
        if (overlaps) return false;
      }
    }
  }
  return true;
}

std::vector<Address> starts(Ranges ranges) {
  std::vector<Address> result;
  for (const AddressRange range : ranges) result.push_back(range.lo);
  return result;
}

/// Element by element: all-reduce and reduce (`add`), broadcast (first rank's data).
std::vector<Sum> elementwise(bool add, std::uint64_t ranks, Ranges reads, Ranges writes) {
  const std::uint64_t size = reads[0].size();
  if (reads.size() == ranks && equal_sizes(reads, size) && equal_sizes(writes, size)) {
    return {Sum{starts(add ? reads : reads.first(1)), starts(writes), size, 1}};
  }
  if (!add && reads.size() == 1 && equal_sizes(writes, size)) return {Sum{starts(reads), starts(writes), size, 1}};
  std::vector<Sum> result;
  if (reads.size() != writes.size()) return result;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    if (reads[i].size() != writes[i].size()) return {};
    result.push_back({{reads[i].lo}, {writes[i].lo}, reads[i].size(), add ? ranks : 1});
  }
  return result;
}

/// Each result is the concatenation of all ranks' shards.
std::vector<Sum> gather(std::uint64_t ranks, Ranges reads, Ranges writes) {
  const bool every_rank = reads.size() == ranks;
  if (!every_rank && reads.size() != writes.size()) return {};
  std::vector<Sum> result;
  for (std::size_t j = 0; j < writes.size(); ++j) {
    for (std::uint64_t q = 0; q < ranks; ++q) {
      const AddressRange shard = every_rank ? reads[q] : reads[j];
      if (writes[j].size() != ranks * shard.size()) return {};
      result.push_back({{shard.lo}, {writes[j].lo + q * shard.size()}, shard.size(), 1});
    }
  }
  return result;
}

/// Each result is the sum of one block of every rank; of one rank's view: of its own blocks.
std::vector<Sum> scatter(std::uint64_t ranks, Ranges reads, Ranges writes) {
  const bool every_rank = reads.size() == ranks && writes.size() <= ranks;
  if (!every_rank && reads.size() != writes.size()) return {};
  std::vector<Sum> result;
  for (std::size_t j = 0; j < writes.size(); ++j) {
    const std::uint64_t block = writes[j].size();
    Sum sum{{}, {writes[j].lo}, block, 1};
    for (std::uint64_t q = 0; q < ranks; ++q) {
      const AddressRange source = every_rank ? reads[q] : reads[j];
      if (source.size() != ranks * block) return {};
      sum.from.push_back(source.lo + (every_rank ? j : q) * block);
    }
    result.push_back(sum);
  }
  return result;
}

/// Block q of each result is what rank q holds for us.
std::vector<Sum> exchange(std::uint64_t ranks, Ranges reads, Ranges writes) {
  if (reads.size() != writes.size()) return {};
  const bool every_rank = reads.size() == ranks && ranks > 1;
  std::vector<Sum> result;
  for (std::size_t j = 0; j < writes.size(); ++j) {
    const std::uint64_t block = writes[j].size() / ranks;
    if (block * ranks != writes[j].size()) return {};
    for (std::uint64_t q = 0; q < ranks; ++q) {
      const AddressRange source = every_rank ? reads[q] : reads[j];
      if (source.size() != writes[j].size()) return {};
      result.push_back({{source.lo + (every_rank ? j : q) * block}, {writes[j].lo + q * block}, block, 1});
    }
  }
  return result;
}

std::vector<Sum> shape(OperationKind kind, std::uint64_t ranks, Ranges reads, Ranges writes) {
  switch (kind) {
    case OperationKind::all_reduce:
    case OperationKind::reduce:
      return elementwise(true, ranks, reads, writes);
    case OperationKind::broadcast:
      return elementwise(false, ranks, reads, writes);
    case OperationKind::all_gather:
      return gather(ranks, reads, writes);
    case OperationKind::reduce_scatter:
      return scatter(ranks, reads, writes);
    case OperationKind::all_to_all:
      return exchange(ranks, reads, writes);
    default:
      return {};
  }
}

}  // namespace

std::vector<Sum> movement(OperationKind kind, std::uint64_t ranks, Ranges reads, Ranges writes) {
  if (reads.empty() || writes.empty() || ranks == 0) return {};
  std::vector<Sum> sums = shape(kind, ranks, reads, writes);
  return safe(sums) ? sums : std::vector<Sum>{};
}

}  // namespace fencepost::cuda
