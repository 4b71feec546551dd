#pragma once

/// Accesses on behalf of tensors that had been freed.

#include <fencepost/checker/bytes/interval_map.h>
#include <fencepost/checker/classify/launch_log.h>
#include <fencepost/checker/classify/ledger.h>
#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/clocks/graph_summary.h>
#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace fencepost::checker {

/// A graph, whichever executable of it is launched.
class GraphKeys {
 public:
  std::uint64_t operator[](const model::GraphPlan& plan) {
    if (plan.capture.exists()) return plan.capture.value;
    return (std::uint64_t{1} << 32U) + plans_.try_emplace(&plan, plans_.size()).first->second;
  }

 private:
  std::map<const model::GraphPlan*, std::uint64_t> plans_;
};

class Lifetimes {
 public:
  Lifetimes(HazardLedger& ledger, const Tenures& tenures) : ledger_(ledger), tenures_(tenures) {}

  /// Bytes got a new owner, or an owner gave them up.
  void add_hand_over(const model::Submission& submission);
  void add_release() { ++changes_; }
  /// Every node of the launch runs once more, whoever owns its bytes by now.
  void add_launch(const GraphSummary& graph, const LaunchRecord& launch);
  /// An access that names a tensor after its free, or a captured node that does.
  void add_late_access(const Site& access, const model::MemoryAccess& bytes);
  /// A hazard of another kind says already that this graph and this tensor do not go together.
  void dispute(const model::GraphPlan& plan, model::GenerationId generation) {
    disputed_.emplace(keys_[plan], generation);
  }
  /// What the lifetime of `generation` says about its use in a launch after its free.
  [[nodiscard]] LifetimeCase replay_case(model::GenerationId generation) const;

  /// Hands over the hazards of launches that nothing disputes. Call once, at the end.
  void finish();

 private:
  using GraphTensor = std::pair<std::uint64_t, model::GenerationId>;
  /// What one graph showed when it was launched last.
  struct Watched {
    std::uint64_t changes_seen = 0;
    bool looked = false;
    std::vector<GraphTensor> found;
  };

  void look(Watched& watched, const GraphSummary& graph, const LaunchRecord& launch);
  [[nodiscard]] bool handed_to_eager(const model::Generation& tenure) const;

  HazardLedger& ledger_;
  const Tenures& tenures_;
  GraphKeys keys_;
  std::uint64_t changes_ = 0;  // hand-overs and releases so far
  std::map<std::uint64_t, Watched> watched_;
  std::vector<IntervalMap<model::GenerationId>> eager_owners_;  // by region
  std::map<GraphTensor, Hazard> pending_;
  std::set<GraphTensor> disputed_;
};

}  // namespace fencepost::checker
