#include <fencepost/runtime/cuda/linear_order.h>
#include <fencepost/runtime/cuda/words.h>

#include <functional>
#include <queue>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

using Rank = std::pair<std::uint64_t, std::size_t>;

/// Smaller comes first; the node's own index breaks ties.
std::uint64_t urgency(NodeRole role, std::size_t index, std::size_t count, const LinearOrder& order) {
  switch (order.kind) {
    case LinearOrder::Kind::as_captured:
      return index;
    case LinearOrder::Kind::reversed:
      return count - index;
    case LinearOrder::Kind::seeded:
      return mix((std::uint64_t{order.seed} << 32U) ^ index);
    case LinearOrder::Kind::waits_first:
      return role == NodeRole::external_wait ? 0 : (role == NodeRole::work ? 1 : 2);
  }
  return index;
}

}  // namespace

std::string describe(const LinearOrder& order) {
  switch (order.kind) {
    case LinearOrder::Kind::as_captured:
      return "as captured";
    case LinearOrder::Kind::waits_first:
      return "external waits first, external records last";
    case LinearOrder::Kind::reversed:
      return "last captured first";
    case LinearOrder::Kind::seeded:
      return fmt::format("seed {}", order.seed);
  }
  return {};
}

std::vector<std::size_t> linearise(std::span<const NodeRole> roles,
                                   std::span<const std::pair<std::size_t, std::size_t>> edges,
                                   const LinearOrder& order) {
  std::vector<std::vector<std::size_t>> successors(roles.size());
  std::vector<std::size_t> open(roles.size());
  for (const auto& [from, to] : edges) {
    successors[from].push_back(to);
    ++open[to];
  }
  std::priority_queue<Rank, std::vector<Rank>, std::greater<>> ready;
  const auto offer = [&](std::size_t node) {
    if (open[node] == 0) ready.emplace(urgency(roles[node], node, roles.size(), order), node);
  };
  for (std::size_t node = 0; node < roles.size(); ++node) offer(node);
  std::vector<std::size_t> result;
  while (!ready.empty()) {
    const std::size_t node = ready.top().second;
    ready.pop();
    result.push_back(node);
    for (const std::size_t successor : successors[node]) {
      --open[successor];
      offer(successor);
    }
  }
  return result;
}

}  // namespace fencepost::cuda
