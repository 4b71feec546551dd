#include <fencepost/runtime/cuda/delays.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using std::chrono::microseconds;

AuthorKey work(std::uint32_t line, ExecutableId executable = {}) {
  return {executable, line, LabelId{0}, OperationKind::kernel};
}

TEST(NoDelays, LeaveEverythingAlone) {
  EXPECT_EQ(DelayPlan().of(work(1)), Delay{});
  EXPECT_FALSE(DelayPlan().delays_anything());
}

TEST(AimedDelays, HitTheirLineOnly) {
  const DelayPlan plan = DelayPlan::aimed(7, Moment::before_first_access, microseconds(200));
  EXPECT_EQ(nanoseconds(plan.of(work(7)), 5, Moment::before_first_access), 200'000U);
  EXPECT_EQ(nanoseconds(plan.of(work(7)), 5, Moment::after_last_access), 0U);
  EXPECT_EQ(plan.of(work(8)), Delay{});
}

TEST(AimedDelays, CanSleepAfterTheLastAccess) {
  const DelayPlan plan = DelayPlan::aimed(7, Moment::after_last_access, microseconds(3));
  EXPECT_EQ(nanoseconds(plan.of(work(7)), 0, Moment::before_first_access), 0U);
  EXPECT_EQ(nanoseconds(plan.of(work(7)), 0, Moment::after_last_access), 3'000U);
}

TEST(AimedDelays, CanHitOneExecutable) {
  const DelayPlan plan = DelayPlan::aimed(7, Moment::before_first_access, microseconds(3), ExecutableId{1});
  EXPECT_NE(plan.of(work(7, ExecutableId{1})), Delay{});
  EXPECT_EQ(plan.of(work(7, ExecutableId{0})), Delay{});
  EXPECT_NE(plan.of(work(7)), Delay{}) << "helpers beside copies belong to no executable";
}

TEST(Faults, AreMarkedInTheTableAndNeverSlept) {
  const DelayPlan plan = DelayPlan::fault(7);
  EXPECT_EQ(plan.of(work(7)).before_ns, fault_instead);
  EXPECT_EQ(plan.of(work(8)), Delay{});
  EXPECT_EQ(plan.describe(), "line 7 faults");
}

TEST(SeededDelays, AreAFunctionOfSeedOperationAndExecution) {
  const Delay delay = DelayPlan::seeded(1, microseconds(100)).of(work(7));
  EXPECT_EQ(delay, DelayPlan::seeded(1, microseconds(100)).of(work(7)));
  EXPECT_NE(delay.seed, DelayPlan::seeded(2, microseconds(100)).of(work(7)).seed);
  EXPECT_NE(delay.seed, DelayPlan::seeded(1, microseconds(100)).of(work(8)).seed);
}

TEST(SeededDelays, StayBelowTheirBoundAndLeaveHalfAlone) {
  const Delay delay = DelayPlan::seeded(3, microseconds(100)).of(work(7));
  std::uint32_t none = 0;
  std::uint32_t longest = 0;
  for (std::uint32_t execution = 0; execution < 1000; ++execution) {
    const std::uint32_t time = nanoseconds(delay, execution, Moment::before_first_access);
    ASSERT_LT(time, 100'000U);
    none += time == 0 ? 1 : 0;
    longest = std::max(longest, time);
  }
  EXPECT_GT(none, 400U);
  EXPECT_LT(none, 600U);
  EXPECT_GT(longest, 90'000U);
}

TEST(SweepingDelays, HitEveryLineAtBothMoments) {
  const std::vector<std::uint32_t> lines{3, 9};
  const std::vector<DelayPlan> plans = DelayPlan::sweep(lines, microseconds(5));
  ASSERT_EQ(plans.size(), 4U);
  EXPECT_EQ(plans[2].describe(), "line 9 delayed 5 us before its first access");
  EXPECT_EQ(plans[3].describe(), "line 9 delayed 5 us after its last access");
}

}  // namespace
}  // namespace fencepost::cuda
