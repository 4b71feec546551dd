#pragma once

/// Runs the byte state over one graph on its own.

#include <fencepost/checker/bytes/byte_history.h>
#include <fencepost/checker/bytes/interval_map.h>
#include <fencepost/checker/clocks/graph_order.h>
#include <fencepost/checker/clocks/graph_summary.h>

#include <map>
#include <vector>

namespace fencepost::checker {

/// Fills in what a `GraphSummary` says about bytes. Used by its constructor only.
class GraphSummaryBuilder {
 public:
  explicit GraphSummaryBuilder(GraphSummary& summary) : summary_(summary) {}
  void build();

 private:
  /// The history inside the graph, and which accesses saw the bytes from outside.
  struct InnerBytes {
    ByteHistory history;
    std::vector<BorderAccess> border;
    bool surely_written = false;  ///< by a node that runs in every launch

    friend bool operator==(const InnerBytes&, const InnerBytes&) = default;
  };

  void visit(model::NodeIndex node, const GraphOrder& order, GraphOrder::Position position);
  void visit(const model::MemoryAccess& access, const Touch& touch, const GraphOrder& order);
  void note_foreign_read(const model::MemoryAccess& access, const Touch& touch, const InnerBytes& bytes,
                         std::uint64_t lo, std::uint64_t hi);
  void flatten(model::RegionId region, const IntervalMap<InnerBytes>& bytes);
  void describe_reads(BorderInterval& interval) const;
  void collect_generations();

  GraphSummary& summary_;
  std::map<model::RegionId, IntervalMap<InnerBytes>> regions_;
};

}  // namespace fencepost::checker
