// Rows E02 to E04, definitions.md 11.

#include "../script.h"
#include <fencepost/checker/classify/stale_fences.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::Plan;

TEST(StaleFences, ARecordAndALaterWaitWithoutAPath) {
  Plan plan;
  const auto writer = plan.work({});
  const auto record = plan.record({writer});
  const auto wait = plan.wait({});
  const auto reader = plan.work({wait});
  const auto beside = plan.work({});
  const auto found = stale_fences(*plan);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].record, record);
  EXPECT_EQ(found[0].wait, wait);
  EXPECT_TRUE(found[0].would_order(writer, reader));
  EXPECT_FALSE(found[0].would_order(reader, writer));
  EXPECT_FALSE(found[0].would_order(writer, beside));
  EXPECT_FALSE(found[0].would_order(beside, reader));
}

TEST(StaleFences, NotWithAPath) {
  Plan plan;
  const auto record = plan.record({});
  const auto middle = plan.work({record});
  plan.wait({middle});
  EXPECT_TRUE(stale_fences(*plan).empty());
}

TEST(StaleFences, NotWhenTheWaitComesFirst) {
  Plan plan;
  plan.wait({});
  plan.record({});
  EXPECT_TRUE(stale_fences(*plan).empty());
}

TEST(StaleFences, NotBetweenTwoEvents) {
  Plan plan;
  plan.record({}, 1);
  plan.wait({}, 2);
  EXPECT_TRUE(stale_fences(*plan).empty());
}

TEST(StaleFences, NotOfACommunicator) {
  Plan plan;
  const auto record = plan.record({});
  const auto wait = plan.wait({});
  plan[record].library = true;
  plan[wait].library = true;
  EXPECT_TRUE(stale_fences(*plan).empty());
}

TEST(StaleFences, EachPairOnce) {
  Plan plan;
  plan.record({});
  plan.record({});
  plan.wait({});
  plan.wait({});
  EXPECT_EQ(stale_fences(*plan).size(), 4U);
}

}  // namespace
}  // namespace fencepost::checker
