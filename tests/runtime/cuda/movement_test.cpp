#include <fencepost/runtime/cuda/movement.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using Addresses = std::vector<Address>;

std::vector<Sum> moved(OperationKind kind, std::uint64_t ranks, std::vector<AddressRange> reads,
                       std::vector<AddressRange> writes) {
  return movement(kind, ranks, reads, writes);
}

TEST(AllReduce, OfOneRanksViewMultiplies) {
  const auto sums = moved(OperationKind::all_reduce, 4, {{0, 64}}, {{100, 164}});
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].from, Addresses{0});
  EXPECT_EQ(sums[0].to, Addresses{100});
  EXPECT_EQ(sums[0].length, 64U);
  EXPECT_EQ(sums[0].factor, 4U);
}

TEST(AllReduce, OfAllRanksAddsThemUpEverywhere) {
  const auto sums = moved(OperationKind::all_reduce, 2, {{0, 64}, {100, 164}}, {{0, 64}, {100, 164}});
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].from, (Addresses{0, 100}));
  EXPECT_EQ(sums[0].to, (Addresses{0, 100}));
  EXPECT_EQ(sums[0].factor, 1U);
}

TEST(AllReduce, OfOverlappingBuffersIsNoMovement) {
  EXPECT_TRUE(moved(OperationKind::all_reduce, 4, {{0, 64}}, {{32, 96}}).empty());
}

TEST(AllReduce, OfUnequalSizesIsNoMovement) {
  EXPECT_TRUE(moved(OperationKind::all_reduce, 4, {{0, 64}}, {{100, 150}}).empty());
}

TEST(AllGather, RepeatsOneRanksShard) {
  const auto sums = moved(OperationKind::all_gather, 2, {{0, 10}}, {{100, 120}});
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0].to, Addresses{100});
  EXPECT_EQ(sums[1].to, Addresses{110});
  EXPECT_EQ(sums[1].from, Addresses{0});
}

TEST(AllGather, JoinsAllRanksShards) {
  const auto sums = moved(OperationKind::all_gather, 2, {{0, 10}, {50, 60}}, {{100, 120}, {200, 220}});
  ASSERT_EQ(sums.size(), 4U);
  EXPECT_EQ(sums[1].from, Addresses{50});
  EXPECT_EQ(sums[1].to, Addresses{110});
  EXPECT_EQ(sums[3].from, Addresses{50});
  EXPECT_EQ(sums[3].to, Addresses{210});
}

TEST(AllGather, OfAWrongSizeIsNoMovement) {
  EXPECT_TRUE(moved(OperationKind::all_gather, 3, {{0, 10}}, {{100, 120}}).empty());
}

TEST(ReduceScatter, AddsUpTheBlocksOfOneRanksView) {
  const auto sums = moved(OperationKind::reduce_scatter, 4, {{0, 40}}, {{100, 110}});
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].from, (Addresses{0, 10, 20, 30}));
  EXPECT_EQ(sums[0].length, 10U);
}

TEST(ReduceScatter, GivesEachRankItsBlock) {
  const auto sums = moved(OperationKind::reduce_scatter, 2, {{0, 20}, {50, 70}}, {{100, 110}, {200, 210}});
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[0].from, (Addresses{0, 50}));
  EXPECT_EQ(sums[1].from, (Addresses{10, 60}));
}

TEST(ReduceScatter, IntoMoreResultsThanRanksIsNoMovement) {
  EXPECT_TRUE(moved(OperationKind::reduce_scatter, 1, {{0, 10}}, {{100, 110}, {200, 210}}).empty());
}

TEST(AllToAll, KeepsOneRanksBlocksInPlace) {
  const auto sums = moved(OperationKind::all_to_all, 2, {{0, 20}}, {{100, 120}});
  ASSERT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums[1].from, Addresses{10});
  EXPECT_EQ(sums[1].to, Addresses{110});
}

TEST(AllToAll, ExchangesBlocksBetweenAllRanks) {
  const auto sums = moved(OperationKind::all_to_all, 2, {{0, 20}, {50, 70}}, {{100, 120}, {200, 220}});
  ASSERT_EQ(sums.size(), 4U);
  EXPECT_EQ(sums[1].from, Addresses{50}) << "rank 0 gets the first block of rank 1";
  EXPECT_EQ(sums[1].to, Addresses{110});
  EXPECT_EQ(sums[2].from, Addresses{10}) << "rank 1 gets the second block of rank 0";
  EXPECT_EQ(sums[2].to, Addresses{200});
}

TEST(Broadcast, CopiesTheFirstRanksData) {
  const auto sums = moved(OperationKind::broadcast, 3, {{0, 8}}, {{100, 108}, {200, 208}});
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].to, (Addresses{100, 200}));
  EXPECT_EQ(sums[0].factor, 1U);
}

TEST(Movement, NeedsBothSides) {
  EXPECT_TRUE(moved(OperationKind::all_reduce, 2, {}, {{0, 8}}).empty());
  EXPECT_TRUE(moved(OperationKind::all_reduce, 2, {{0, 8}}, {}).empty());
}

TEST(Movement, IsForCollectivesOnly) { EXPECT_TRUE(moved(OperationKind::kernel, 2, {{0, 8}}, {{16, 24}}).empty()); }

}  // namespace
}  // namespace fencepost::cuda
