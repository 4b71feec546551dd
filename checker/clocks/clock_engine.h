#pragma once

/// The fast engine: epochs, clocks and byte histories over submissions (docs/design.md, "Order in
/// two levels" and "Byte state").
///
/// It finds; it neither names nor explains. Takes submissions in order, in one pass, without
/// allocating once it has seen the streams, events and bytes of a schedule. Not thread-safe.

#include <fencepost/checker/bytes/byte_history.h>
#include <fencepost/checker/bytes/interval_map.h>
#include <fencepost/checker/bytes/site_table.h>
#include <fencepost/checker/clocks/encounter.h>
#include <fencepost/checker/clocks/graph_summary.h>
#include <fencepost/checker/clocks/launch_clocks.h>
#include <fencepost/checker/clocks/outer_clocks.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fencepost::checker {

class ClockEngine {
 public:
  /// `findings` must outlive the engine.
  explicit ClockEngine(Findings& findings) : findings_(findings), launch_clocks_(clocks_) {}

  /// Orders and checks one submission. Returns whether what it waited for was news to its queue.
  /// REQUIRES: `submission.execution` is at most `last_tick`.
  bool submit(const model::Submission& submission);

  /// The bytes of `generation` hold data of its own from the start.
  void initialise(model::GenerationId generation);
  /// The summary of a graph, worked out when it is asked for first.
  const GraphSummary& summary(const std::shared_ptr<const model::GraphPlan>& plan) {
    return *known_graph(plan).summary;
  }

  /// The stream of an access to these bytes that would not be ordered before work which `issuer`
  /// submits to `queue` now (none: a queue without work); nothing when all would be.
  [[nodiscard]] std::optional<StreamId> unordered_user(model::RegionId region, std::uint64_t lo, std::uint64_t hi,
                                                       model::Axis queue, model::Axis issuer) const;
  /// Whether an operation for which `counts` holds was the last to write some of these bytes.
  [[nodiscard]] bool was_written(const model::MemoryAccess& bytes,
                                 const std::function<bool(OperationKind)>& counts) const;

  [[nodiscard]] const SiteTable& sites() const { return sites_; }
  /// The site of the submission that made accesses last.
  [[nodiscard]] std::uint32_t newest_site() const { return newest_site_; }
  /// Accesses checked so far, those of nodes counted at each launch.
  [[nodiscard]] std::uint64_t access_count() const { return access_count_; }

 private:
  struct Region {
    IntervalMap<ByteHistory> bytes;
    std::uint64_t changes = 0;  ///< how often anything was remembered here
  };

  /// What all touches of one launch in one region have in common.
  struct LaunchMark {
    Tick tick = 0;
    Column column = 0;
    const GraphSummary* graph = nullptr;
  };

  /// What the last launch of a graph left in one region. While nothing else changes the region, the
  /// next launch leaves the same, so that it has only to move the mark.
  struct Claim {
    std::uint32_t mark = 0;     ///< 0: not launched yet
    std::uint64_t changes = 0;  ///< of the region, just after that launch
    bool repeats = false;       ///< that launch met its own predecessor's claim and found nothing
  };
  struct KnownGraph {
    std::unique_ptr<const GraphSummary> summary;
    std::vector<Claim> claims;  ///< by region of the border
  };

  /// Of work that starts early: the last execution of its own queue that is ordered before it.
  struct Overtaking {
    Column column = no_column;
    Tick last = 0;
  };

  void check(const model::Submission& submission, const OuterClocks::Start& start);
  void check(const model::MemoryAccess& access, Touch touch, const Tick* clock, bool may_complete_update);
  void add_piece(const Encounter& piece);
  void hand_over(const model::Submission& submission);
  void launch(const model::Submission& submission, const OuterClocks::Start& start);
  void meet_border(const GraphSummary& graph, const BorderRegion& border, Claim& claim, Tick tick,
                   const OuterClocks::Start& start);
  /// Returns whether every access was ordered and read what it meant to.
  bool meet(ByteHistory& bytes, const GraphSummary& graph, const BorderInterval& interval, std::uint32_t mark,
            const Encounter& place);
  void meet_slowly(ByteHistory& bytes, const GraphSummary& graph, const BorderInterval& interval, std::uint32_t mark,
                   const Encounter& place);
  [[nodiscard]] bool settled(const ByteHistory& bytes, const BorderInterval& interval, const Tick* clock) const;
  void report_inner(const GraphSummary& graph, Tick tick);

  /// `at(column)` is the clock to compare with.
  template <class Clock>
  [[nodiscard]] bool ordered(const Touch& touch, const Clock& at) const;
  [[nodiscard]] bool is_foreign(const ByteHistory& bytes, model::GenerationId generation) const;
  void check_owner(const ByteHistory& bytes, const Party& reader, model::RegionId region, std::uint64_t lo,
                   std::uint64_t hi);
  [[nodiscard]] Party party(const Touch& touch) const;
  [[nodiscard]] bool is_fresh(model::GenerationId generation) const {
    return generation.index() < fresh_.size() && fresh_[generation.index()] != 0;
  }
  Region& region(model::RegionId id);
  KnownGraph& known_graph(const std::shared_ptr<const model::GraphPlan>& plan);

  Findings& findings_;
  OuterClocks clocks_;
  LaunchClocks launch_clocks_;
  SiteTable sites_;
  std::vector<Region> regions_;
  std::vector<LaunchMark> marks_;
  std::vector<char> fresh_;  // by generation: it was handed bytes that hold nothing of its own
  std::unordered_map<const model::GraphPlan*, KnownGraph> graphs_;
  std::vector<Encounter> pieces_;  // of the access being checked, adjacent ones joined
  Overtaking overtaking_;          // of the submission being checked
  std::uint32_t newest_site_ = 0;
  std::uint64_t access_count_ = 0;
};

}  // namespace fencepost::checker
