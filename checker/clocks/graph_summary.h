#pragma once

/// What launching a graph means, worked out once per graph.
///
/// Everything that does not depend on the launch is here: which nodes conflict without being
/// ordered, which accesses can meet bytes as they were before the launch (the border), and what the
/// launch leaves behind. A launch then costs as much as its border, not as its nodes.

#include <fencepost/checker/bytes/touch.h>
#include <fencepost/checker/clocks/graph_ports.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fencepost::checker {

/// Two accesses of one graph: `second` has the larger node index.
struct InnerPair {
  Touch first, second;  ///< `site` is the node
  model::RegionId region;
  std::uint64_t lo = 0, hi = 0;
  bool second_after_release = false;

  friend bool operator==(const InnerPair&, const InnerPair&) = default;
};

/// An access that may meet what was there before the launch.
struct BorderAccess {
  Touch touch;  ///< `site` is the node; `when` is filled in by the launch
  bool after_release = false;
  /// Only nodes that may not run (definitions.md 7) write the bytes before it: whose value it sees is still a
  /// question about what was there before the launch, the order of accesses is not.
  bool behind_conditional_write = false;

  friend bool operator==(const BorderAccess&, const BorderAccess&) = default;
};

/// Bytes that the graph treats alike.
struct BorderInterval {
  std::uint64_t lo = 0, hi = 0;
  /// The accesses up to and including the first plain write, in index order; behind a write by a node
  /// that may not run, reads up to a write by one that does.
  std::uint32_t first_access = 0, access_count = 0;
  /// What the graph leaves in `since`; with `overwritten`, nothing older survives it.
  std::uint32_t first_since = 0, since_count = 0;
  bool overwritten = false;
  bool surely_written = false;                ///< and by a node that runs in every launch
  bool has_read = false, has_atomic = false;  ///< among the accesses kept in `since` without a write
  Touch last_write;                           ///< when overwritten
  /// The generation that all border accesses read for; none when they read for different ones or
  /// not at all (`reads` tells which), or when one names a tensor that was freed.
  model::GenerationId read_for;
  bool reads = false;
};

struct BorderRegion {
  model::RegionId region;
  std::uint32_t first_interval = 0, interval_count = 0;
};

/// A generation that some node touches, and the first such node.
struct UsedGeneration {
  model::GenerationId generation;
  model::NodeIndex node = model::no_node;
  AccessMode mode = AccessMode::read;
};

class GraphSummary {
 public:
  explicit GraphSummary(std::shared_ptr<const model::GraphPlan> plan);

  [[nodiscard]] const model::GraphPlan& plan() const { return *plan_; }
  [[nodiscard]] const GraphPorts& ports() const { return ports_; }
  /// Conflicting accesses that no path orders, the earlier still remembered at the later.
  [[nodiscard]] std::span<const InnerPair> unordered_pairs() const { return unordered_; }
  /// Reads (`second`) that see what another generation wrote (`first`) in the same launch.
  [[nodiscard]] std::span<const InnerPair> foreign_reads() const { return foreign_; }
  [[nodiscard]] std::span<const BorderRegion> regions() const { return regions_; }
  [[nodiscard]] std::span<const BorderInterval> intervals(const BorderRegion& region) const {
    return std::span(intervals_).subspan(region.first_interval, region.interval_count);
  }
  [[nodiscard]] std::span<const BorderAccess> accesses(const BorderInterval& interval) const {
    return std::span(accesses_).subspan(interval.first_access, interval.access_count);
  }
  [[nodiscard]] std::span<const Touch> since(const BorderInterval& interval) const {
    return std::span(since_).subspan(interval.first_since, interval.since_count);
  }
  /// By generation.
  [[nodiscard]] std::span<const UsedGeneration> generations() const { return generations_; }

 private:
  friend class GraphSummaryBuilder;

  std::shared_ptr<const model::GraphPlan> plan_;
  GraphPorts ports_;
  std::vector<InnerPair> unordered_, foreign_;
  std::vector<BorderRegion> regions_;
  std::vector<BorderInterval> intervals_;
  std::vector<BorderAccess> accesses_;
  std::vector<Touch> since_;
  std::vector<UsedGeneration> generations_;
};

}  // namespace fencepost::checker
