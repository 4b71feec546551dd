#pragma once

/// Value waits that never end, as hazards.

#include <fencepost/checker/classify/launch_log.h>
#include <fencepost/checker/classify/ledger.h>
#include <fencepost/checker/classify/tenures.h>
#include <fencepost/checker/classify/value_waits.h>
#include <fencepost/checker/clocks/clock_engine.h>

#include <cstdint>
#include <map>
#include <memory>

namespace fencepost::checker {

/// Costs nothing until a value operation is submitted. `add` is called when the engine has seen the
/// submission.
class Deadlocks {
 public:
  Deadlocks(HazardLedger& ledger, const ClockEngine& engine, const LaunchLog& launches, const Tenures& tenures);

  void graph_exists(const std::shared_ptr<const model::GraphPlan>& graph);
  void add(const model::Submission& submission);
  /// Reports what can never end. Call once, at the end.
  void finish();

 private:
  [[nodiscard]] bool written_before(const model::MemoryAccess& bytes, std::uint64_t value) const;
  [[nodiscard]] Site site_of(AccessKey key) const;

  HazardLedger& ledger_;
  const ClockEngine& engine_;
  const LaunchLog& launches_;
  const Tenures& tenures_;
  ValueWaits waits_;
  bool watching_ = false;
  /// What is needed to name a step again.
  struct Origin {
    std::uint32_t site = 0;
    std::shared_ptr<const model::GraphPlan> graph;
  };
  std::map<model::ExecutionId, Origin> origins_;
};

}  // namespace fencepost::checker
