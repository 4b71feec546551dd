#include <fencepost/runtime/cuda/driver_placement.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace fencepost::cuda {
namespace {

/// Below everything that the model places itself, above what most recorded programs had.
constexpr Address first_address = Address{1} << 44U;
constexpr Address alignment = Address{1} << 21U;

/// Blocks that overlap, one with the next.
struct Cluster {
  Address lo = 0;
  Address hi = 0;
  std::size_t first_block = 0;
};

/// The cluster of each block.
std::vector<Cluster> clusters_of(std::span<const PlacedBlock> blocks, std::vector<std::size_t>& cluster_of_block) {
  std::vector<std::size_t> by_address(blocks.size());
  std::iota(by_address.begin(), by_address.end(), std::size_t{0});
  std::ranges::stable_sort(by_address, {}, [&](std::size_t block) { return blocks[block].address; });
  std::vector<Cluster> clusters;
  cluster_of_block.resize(blocks.size());
  for (const std::size_t block : by_address) {
    const Address lo = blocks[block].address;
    if (clusters.empty() || lo >= clusters.back().hi) clusters.push_back({lo, lo, block});
    Cluster& cluster = clusters.back();
    cluster.hi = std::max(cluster.hi, lo + blocks[block].bytes);
    cluster.first_block = std::min(cluster.first_block, block);
    cluster_of_block[block] = clusters.size() - 1;
  }
  return clusters;
}

}  // namespace

std::vector<Address> canonical_placement(std::span<const PlacedBlock> blocks) {
  std::vector<std::size_t> cluster_of_block;
  const std::vector<Cluster> clusters = clusters_of(blocks, cluster_of_block);
  std::map<std::size_t, std::size_t> by_first_block;
  for (std::size_t i = 0; i < clusters.size(); ++i) by_first_block[clusters[i].first_block] = i;
  std::vector<Address> base(clusters.size());
  Address next = first_address;
  for (const auto& [block, cluster] : by_first_block) {
    base[cluster] = next;
    next += (clusters[cluster].hi - clusters[cluster].lo + alignment - 1) / alignment * alignment;
  }
  std::vector<Address> addresses;
  for (std::size_t block = 0; block < blocks.size(); ++block) {
    const std::size_t cluster = cluster_of_block[block];
    addresses.push_back(base[cluster] + (blocks[block].address - clusters[cluster].lo));
  }
  return addresses;
}

Schedule pinned(const Schedule& schedule, std::span<const std::size_t> allocations,
                std::span<const Address> addresses) {
  Schedule result;
  result.names() = schedule.names();
  std::size_t next = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    Operation operation = schedule[i];
    Detail detail = *operation.detail;
    if (next < allocations.size() && allocations[next] == i) {
      detail.address = addresses[next++];
      operation.detail = &detail;
    }
    result.append(operation);
  }
  return result;
}

}  // namespace fencepost::cuda
