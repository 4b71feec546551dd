#pragma once

/// The clocks of the nodes of the launch that is being submitted.
///
/// A node knows what its launch knows at its start, and what the external waits that lead to it
/// have learned. A wait may be satisfied by a record of its own launch; such a candidate hands on
/// what that record knows of the world outside, so the waits of a launch depend on one another.
/// Their clocks are the greatest that satisfy all of those equations: beginning with the candidates
/// outside and taking away until nothing changes.

#include <fencepost/checker/clocks/graph_ports.h>
#include <fencepost/checker/clocks/outer_clocks.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <vector>

namespace fencepost::checker {

class LaunchClocks {
 public:
  explicit LaunchClocks(OuterClocks& clocks) : clocks_(clocks) {}

  /// Binds the external waits of a launch that has been started. Reads the slots of candidates.
  void enter(const model::Submission& launch, const GraphPorts& ports, const OuterClocks::Start& start);
  /// The last execution of `column` that `node` is ordered after.
  [[nodiscard]] Tick at(model::NodeIndex node, Column column) const;
  /// Whether every node knows what the launch knew at its start, and no more.
  [[nodiscard]] bool uniform() const { return learning_.empty(); }
  /// Fills the slots of external records, then joins what all waits learned into the launch's clock.
  void leave(const model::GraphPlan& plan, Tick tick);

 private:
  /// An external wait that knows more than its launch did at its start.
  struct LearningPort {
    std::uint32_t port = 0;
    Row row = 0;
    bool bound = false;  ///< its row is meaningful: some candidate was outside, or has been joined
    const model::BoundWait* wait = nullptr;
  };

  void add_port(const model::Submission& launch, const model::BoundWait& wait);
  bool narrow(LearningPort& learner, model::ExecutionId launch);
  void gather(Row into, model::NodeIndex node);
  Row scratch(std::size_t index);

  OuterClocks& clocks_;
  const GraphPorts* ports_ = nullptr;
  OuterClocks::Start start_;
  std::vector<LearningPort> learning_;
  std::vector<Row> scratch_;
};

}  // namespace fencepost::checker
