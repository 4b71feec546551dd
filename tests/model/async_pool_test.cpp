#include <fencepost/model/pools/async_pool.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

constexpr RegionId arena{0};
constexpr StreamId one{0};
constexpr StreamId two{1};

CompletionPoint freed_at(ExecutionId execution) { return {execution, no_node, SlotId{}, Axis{}}; }
AsyncPool::FreeBlock freed(std::uint64_t lo, std::uint64_t hi, StreamId stream, ExecutionId execution) {
  return {{arena, lo, hi}, stream, freed_at(execution)};
}

TEST(AsyncPoolTest, HandsOutTheLowPartAndKeepsTheRest) {
  AsyncPool pool;
  pool.give_back(freed(0, 2048, one, 1));
  const auto low = pool.take(512, one);
  ASSERT_TRUE(low);
  EXPECT_EQ(low->from.block, (Block{arena, 0, 512}));
  EXPECT_FALSE(low->whole);
  const auto rest = pool.take(1536, one);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->from.block, (Block{arena, 512, 2048}));
  EXPECT_EQ(rest->from.freed.execution, 1U) << "the rest was freed when the whole was";
  EXPECT_TRUE(rest->whole);
  EXPECT_FALSE(pool.take(1, one));
}

TEST(AsyncPoolTest, PrefersItsOwnStreamToABetterFit) {
  AsyncPool pool;
  pool.give_back(freed(0, 512, two, 1));
  pool.give_back(freed(1024, 2048, one, 2));
  EXPECT_EQ(pool.take(512, one)->from.stream, one);
  EXPECT_EQ(pool.take(512, two)->from.stream, two);
}

TEST(AsyncPoolTest, JoinsNeighboursOfOneStreamOnly) {
  AsyncPool pool;
  pool.give_back(freed(0, 512, one, 1));
  pool.give_back(freed(512, 1024, two, 2));
  EXPECT_FALSE(pool.take(1024, one)) << "no one free stands for both";
  const auto covered = pool.give_back(freed(1024, 1536, two, 3));
  ASSERT_EQ(covered.size(), 1U);
  EXPECT_EQ(covered[0].execution, 2U);
  const auto joined = pool.take(1024, one);
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->from.block, (Block{arena, 512, 1536}));
  EXPECT_EQ(joined->from.freed.execution, 3U);
}

TEST(AsyncPoolTest, TakesTheNewestAmongEquals) {
  AsyncPool pool;
  pool.give_back(freed(0, 512, one, 1));
  pool.give_back(freed(4096, 4608, one, 2));
  EXPECT_EQ(pool.take(512, one)->from.freed.execution, 2U);
}

}  // namespace
}  // namespace fencepost::model
