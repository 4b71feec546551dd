#pragma once

/// Eager work that ran beside a capture and touched the bytes of its nodes (definitions.md 14).

#include <fencepost/checker/bytes/site_table.h>
#include <fencepost/checker/classify/ledger.h>
#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/clocks/encounter.h>
#include <fencepost/model/submission.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace fencepost::checker {

/// Remembers eager accesses only while some capture is live.
class Escapes {
 public:
  Escapes(HazardLedger& ledger, const Tenures& tenures) : ledger_(ledger), tenures_(tenures) {}

  void capture_began(GraphId graph) { live_.insert(graph); }
  void capture_ended(GraphId graph);

  /// Accesses of eager work and of the host. `site` says whose.
  void add(const model::Submission& submission, std::uint32_t site);
  [[nodiscard]] bool watching() const { return !live_.empty(); }
  /// The capture of `graph` has ended well.
  void check(const model::GraphPlan& graph, const SiteTable& sites);
  /// The hazard that says already that the eager side of `encounter` escaped the capture of the other.
  [[nodiscard]] std::optional<std::size_t> explaining(const Encounter& encounter) const;

 private:
  struct EagerAccess {
    model::ExecutionId execution = 0;
    std::uint32_t site = 0;
    model::MemoryAccess access;
  };

  /// Which eager execution escaped the capture of which node.
  struct Escape {
    model::ExecutionId execution = 0;
    model::CaptureId capture;
    model::NodeIndex node = model::no_node;
    friend auto operator<=>(const Escape&, const Escape&) = default;
  };

  void report(const model::GraphPlan& graph, model::NodeIndex node, const model::MemoryAccess& captured,
              const EagerAccess& escaped, const SiteTable& sites);

  HazardLedger& ledger_;
  const Tenures& tenures_;
  std::set<GraphId> live_;
  std::vector<EagerAccess> accesses_;  // by execution
  std::map<Escape, std::size_t> found_;
};

}  // namespace fencepost::checker
