#include <fencepost/runtime/cuda/linear_order.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;
using Order = std::vector<std::size_t>;
constexpr NodeRole work = NodeRole::work;
constexpr NodeRole record = NodeRole::external_record;
constexpr NodeRole wait = NodeRole::external_wait;

Order linearised(const std::vector<NodeRole>& roles, const Edges& edges, LinearOrder::Kind kind,
                 std::uint32_t seed = 0) {
  return linearise(roles, edges, {kind, seed});
}

TEST(LinearOrders, AsCapturedKeepTheCapturesOrder) {
  EXPECT_EQ(linearised({work, work, work}, {{0, 2}}, LinearOrder::Kind::as_captured), (Order{0, 1, 2}));
}

TEST(LinearOrders, ReversedTurnRoundWhatNoEdgeHolds) {
  EXPECT_EQ(linearised({work, work, work}, {}, LinearOrder::Kind::reversed), (Order{2, 1, 0}));
  EXPECT_EQ(linearised({work, work, work}, {{0, 2}}, LinearOrder::Kind::reversed), (Order{1, 0, 2}));
}

TEST(LinearOrders, WaitsFirstPutTheWaitBeforeTheRecord) {
  // Row E04: writer, record | wait, reader, with no edge between record and wait.
  const Order order = linearised({work, record, wait, work}, {{0, 1}, {2, 3}}, LinearOrder::Kind::waits_first);
  EXPECT_EQ(order, (Order{2, 0, 3, 1}));
}

TEST(LinearOrders, WaitsFirstRespectsAnEdgeToTheWait) {
  EXPECT_EQ(linearised({work, record, wait}, {{0, 1}, {1, 2}}, LinearOrder::Kind::waits_first), (Order{0, 1, 2}));
}

TEST(LinearOrders, SeededRespectEveryEdgeAndDiffer) {
  const std::vector<NodeRole> roles(8, work);
  const Edges edges{{0, 4}, {1, 4}, {4, 7}};
  bool differs = false;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Order order = linearised(roles, edges, LinearOrder::Kind::seeded, seed);
    ASSERT_EQ(order.size(), roles.size());
    for (const auto& [from, to] : edges) {
      EXPECT_LT(std::ranges::find(order, from), std::ranges::find(order, to));
    }
    EXPECT_EQ(order, linearised(roles, edges, LinearOrder::Kind::seeded, seed)) << "the same seed, the same order";
    differs = differs || order != linearised(roles, edges, LinearOrder::Kind::seeded, seed + 1);
  }
  EXPECT_TRUE(differs);
}

TEST(LinearOrders, OfACycleAreIncomplete) {
  EXPECT_EQ(linearised({work, work, work}, {{1, 2}, {2, 1}}, LinearOrder::Kind::as_captured), (Order{0}));
}

}  // namespace
}  // namespace fencepost::cuda
