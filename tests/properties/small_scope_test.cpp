// Every graph of a few nodes in every surrounding: the engines agree on all of them.
// FENCEPOST_NODES=4 takes the 262,144 schedules with four nodes as well.

#include "environment.h"
#include <fencepost/properties/agreement.h>
#include <fencepost/properties/small_scope.h>
#include <fencepost/traces/printer.h>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

struct Counts {
  std::uint64_t schedules = 0, racy = 0, judged = 0, inside = 0;
};

Counts compare_all(std::uint32_t nodes) {
  Counts counts;
  Enumeration all;
  do {
    const Schedule schedule = small_scope(all, nodes);
    const Agreement agreement = compare_engines(schedule);
    ++counts.schedules;
    counts.racy += agreement.features.raced ? 1 : 0;
    counts.inside += agreement.features.raced_in_launch ? 1 : 0;
    counts.judged += agreement.judged ? 1 : 0;
    EXPECT_FALSE(agreement.features.refused) << print(schedule);
    EXPECT_FALSE(agreement.disagreement.has_value()) << *agreement.disagreement << print(schedule);
  } while (!testing::Test::HasFailure() && all.advance());
  return counts;
}

TEST(SmallScope, OneNode) {
  const Counts counts = compare_all(1);
  EXPECT_EQ(counts.schedules, 4U * 16);
  EXPECT_EQ(counts.inside, 0U);
}

TEST(SmallScope, TwoNodes) {
  const Counts counts = compare_all(2);
  EXPECT_EQ(counts.schedules, 16U * 2 * 16);
  EXPECT_EQ(counts.judged, counts.schedules);
  // Two nodes race inside a launch iff no edge joins them and one of them writes: read and write,
  // write and read, write and write.
  EXPECT_EQ(counts.inside, 3U * 16);
}

TEST(SmallScope, ThreeNodes) {
  const Counts counts = compare_all(3);
  EXPECT_EQ(counts.schedules, 64U * 8 * 16);
  EXPECT_EQ(counts.judged, counts.schedules);
  EXPECT_GT(counts.racy, 0U);
  EXPECT_LT(counts.racy, counts.schedules);
}

TEST(SmallScope, FourNodes) {
  if (from_environment("FENCEPOST_NODES", 3) < 4) GTEST_SKIP() << "only in long campaigns";
  const Counts counts = compare_all(4);
  EXPECT_EQ(counts.schedules, 256U * 64 * 16);
  EXPECT_EQ(counts.judged, counts.schedules);
}

}  // namespace
}  // namespace fencepost::properties
