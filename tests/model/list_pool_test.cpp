#include <fencepost/model/pools/list_pool.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

constexpr Block low_block{RegionId{0}, 0, 64};
constexpr Block high_block{RegionId{0}, 64, 128};

TEST(ListPoolTest, GivesTheBlockFreedLast) {
  ListPool pool;
  pool.push({low_block, false});
  pool.push({high_block, false});
  EXPECT_EQ(pool.pop(64)->block, high_block);
  EXPECT_EQ(pool.pop(64)->block, low_block);
}

TEST(ListPoolTest, HasNothingToGiveWhenEverythingIsInUse) {
  ListPool pool;
  EXPECT_FALSE(pool.pop(64));
  pool.push({low_block, false});
  pool.pop(64);
  EXPECT_FALSE(pool.pop(64));
}

TEST(ListPoolTest, ServesOnlyTheExactSize) {
  ListPool pool;
  pool.push({low_block, false});
  EXPECT_FALSE(pool.pop(32));
  EXPECT_TRUE(pool.pop(64));
}

TEST(ListPoolTest, RemembersWhereTheBytesCameFrom) {
  ListPool pool;
  pool.push({low_block, true});
  EXPECT_TRUE(pool.pop(64)->graph_memory);
  pool.push({low_block, false});
  EXPECT_FALSE(pool.pop(64)->graph_memory);
}

}  // namespace
}  // namespace fencepost::model
