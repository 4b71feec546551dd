#include <fencepost/model/pools/list_pool.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

constexpr Block low{RegionId{0}, 0, 64};
constexpr Block high{RegionId{0}, 64, 128};

TEST(ListPoolTest, GivesTheBlockFreedLast) {
  ListPool pool;
  pool.push({low, false});
  pool.push({high, false});
  EXPECT_EQ(pool.pop(64)->block, high);
  EXPECT_EQ(pool.pop(64)->block, low);
}

TEST(ListPoolTest, HasNothingToGiveWhenEverythingIsInUse) {
  ListPool pool;
  EXPECT_FALSE(pool.pop(64));
  pool.push({low, false});
  pool.pop(64);
  EXPECT_FALSE(pool.pop(64));
}

TEST(ListPoolTest, ServesOnlyTheExactSize) {
  ListPool pool;
  pool.push({low, false});
  EXPECT_FALSE(pool.pop(32));
  EXPECT_TRUE(pool.pop(64));
}

TEST(ListPoolTest, RemembersWhereTheBytesCameFrom) {
  ListPool pool;
  pool.push({low, true});
  EXPECT_TRUE(pool.pop(64)->graph_memory);
  pool.push({low, false});
  EXPECT_FALSE(pool.pop(64)->graph_memory);
}

}  // namespace
}  // namespace fencepost::model
