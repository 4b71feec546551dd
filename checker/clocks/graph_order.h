#pragma once

/// Order inside one graph, found in one pass over its nodes.
///
/// Nodes are sorted into chains, along which every node is ordered after the one before. The clock
/// of a node is its place on its own chain and, of every other chain, the last node before it. A
/// chain shares what its nodes know of others until one of them learns more, and forgets the clocks
/// that nobody will join any more, so that neither long nor wide graphs cost a clock a node.

#include <fencepost/model/submission.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace fencepost::checker {

class GraphOrder {
 public:
  using Chain = std::uint32_t;
  /// One-based place on a chain.
  using Place = std::uint32_t;

  struct Position {
    Chain chain = 0;
    Place place = 0;
  };

  /// `plan` must outlive the order.
  explicit GraphOrder(const model::GraphPlan& plan);

  /// Goes on to the next node, in index order, and says where it is. REQUIRES: there is one.
  Position advance();
  /// Whether the node at `earlier` is ordered before the current node, or is that node.
  [[nodiscard]] bool before_current(Position earlier) const;

 private:
  using Clock = std::vector<Place>;
  struct NodeClock {
    Position position;
    std::shared_ptr<const Clock> others;     // what it knows of other chains; null: nothing
    std::shared_ptr<const Clock> inclusive;  // the same and itself; made when somebody needs it
    std::uint32_t successors_left = 0;
  };

  [[nodiscard]] std::shared_ptr<const Clock> inclusive(model::NodeIndex node);
  [[nodiscard]] std::shared_ptr<const Clock> learn(const model::GraphNode& node, model::NodeIndex extended);
  [[nodiscard]] bool knows(const NodeClock& clock, Position earlier) const;
  [[nodiscard]] model::NodeIndex tail_to_extend(const model::GraphNode& node) const;
  [[nodiscard]] Chain idle_chain(const NodeClock& clock) const;
  void forget_predecessors(const model::GraphNode& node);

  const model::GraphPlan& plan_;
  std::vector<NodeClock> clocks_;        // by node
  std::vector<Place> length_;            // by chain
  std::vector<model::NodeIndex> tails_;  // by chain
  model::NodeIndex next_ = 0;
};

}  // namespace fencepost::checker
