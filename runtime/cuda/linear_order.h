#pragma once

/// In which order the nodes of a rebuilt graph are created.
///
/// A graph promises its edges, not its creation order; but a driver may well submit nodes in the
/// order of their creation (row E03). Creating them in another topological order makes visible what
/// was ordered by luck only (row E04).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::cuda {

/// What matters about a node when its place is chosen.
enum class NodeRole : std::uint8_t { work, external_record, external_wait };

struct LinearOrder {
  enum class Kind : std::uint8_t {
    as_captured,
    waits_first,  ///< external waits as early, external records as late as the edges allow
    reversed,     ///< of all nodes that may come next, the one captured last
    seeded,       ///< drawn by a counter hash
  } kind = Kind::as_captured;
  std::uint32_t seed = 0;

  friend bool operator==(const LinearOrder&, const LinearOrder&) = default;
};
std::string describe(const LinearOrder& order);

/// A permutation of the nodes in which every edge (from, to) goes forward. Shorter than `roles`
/// when the edges have a cycle.
std::vector<std::size_t> linearise(std::span<const NodeRole> roles,
                                   std::span<const std::pair<std::size_t, std::size_t>> edges,
                                   const LinearOrder& order);

}  // namespace fencepost::cuda
