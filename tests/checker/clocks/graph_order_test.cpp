#include "../script.h"
#include <fencepost/checker/clocks/graph_order.h>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::Plan;

/// Compares the order of every pair with reachability, found by a plain search.
void expect_reachability(const Plan& script) {
  const model::GraphPlan& plan = *script;
  GraphOrder order(plan);
  std::vector<GraphOrder::Position> positions;
  std::vector<std::vector<bool>> before(plan.nodes.size(), std::vector<bool>(plan.nodes.size(), false));
  for (model::NodeIndex node = 0; node < plan.nodes.size(); ++node) {
    positions.push_back(order.advance());
    before[node][node] = true;
    for (const model::NodeIndex direct : plan.predecessors_of(plan.nodes[node])) {
      for (model::NodeIndex each = 0; each < node; ++each) {
        if (before[direct][each]) before[node][each] = true;
      }
    }
    for (model::NodeIndex earlier = 0; earlier <= node; ++earlier) {
      EXPECT_EQ(order.before_current(positions[earlier]), before[node][earlier]) << earlier << " before " << node;
    }
  }
}

TEST(GraphOrder, OfAChain) {
  Plan plan;
  const auto a = plan.work({});
  const auto b = plan.work({a});
  plan.work({b});
  expect_reachability(plan);
}

TEST(GraphOrder, OfRootsWithoutEdges) {
  Plan plan;
  for (int i = 0; i < 5; ++i) plan.work({});
  expect_reachability(plan);
}

TEST(GraphOrder, OfAForkAndAJoin) {
  Plan plan;
  const auto fork = plan.work({});
  const auto left = plan.work({fork});
  const auto right = plan.work({fork});
  const auto right_end = plan.work({right});
  const auto join = plan.work({left, right_end});
  plan.work({join});
  plan.work({fork});
  expect_reachability(plan);
}

TEST(GraphOrder, AfterAJoinIdleChainsServeAgain) {
  Plan plan;
  std::vector<model::NodeIndex> front{plan.work({})};
  for (int round = 0; round < 4; ++round) {
    std::vector<model::NodeIndex> wide;
    for (int i = 0; i < 5; ++i) wide.push_back(plan.work(front));
    front = {plan.work(wide)};
  }
  expect_reachability(plan);
}

TEST(GraphOrder, OfEveryGraphOfSixNodesInWhichEachHasAtMostTwoPredecessors) {
  // The choices for each node are numbered; a sample of the combinations, evenly spread.
  for (std::uint32_t choice = 0; choice < 40'000; choice += 37) {
    Plan plan;
    std::uint32_t rest = choice;
    for (model::NodeIndex node = 0; node < 6; ++node) {
      std::vector<model::NodeIndex> predecessors;
      for (int i = 0; i < 2 && node > 0; ++i) {
        const std::uint32_t pick = rest % (node + 1);
        rest /= node + 1;
        if (pick < node && (predecessors.empty() || predecessors.front() != pick)) predecessors.push_back(pick);
      }
      plan.work(predecessors);
    }
    expect_reachability(plan);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace fencepost::checker
