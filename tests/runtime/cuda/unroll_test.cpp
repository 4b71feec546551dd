#include "preparing.h"
#include <fencepost/runtime/cuda/unroll.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

std::vector<std::uint32_t> lines(const Schedule& schedule) {
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < schedule.size(); ++i) result.push_back(schedule[i].line);
  return result;
}

TEST(Unrolling, RepeatsNestedLoops) {
  const Schedule schedule = schedule_of(R"(stream s
repeat 2 {
kernel a stream=s
repeat 3 {
kernel b stream=s
}
}
kernel c stream=s
)");
  EXPECT_THAT(lines(unroll(schedule, {}).value()), testing::ElementsAre(2, 4, 6, 6, 6, 4, 6, 6, 6, 9));
}

TEST(Unrolling, KeepsAScheduleWithoutLoops) {
  const Schedule schedule = schedule_of("stream s\nkernel a stream=s\n");
  EXPECT_EQ(unroll(schedule, {}).value(), schedule);
}

TEST(Unrolling, BoundsForever) {
  const Schedule schedule = schedule_of("stream s\nrepeat forever {\nkernel a stream=s\n}\n");
  UnrollLimits limits;
  limits.forever = 4;
  EXPECT_EQ(unroll(schedule, limits).value().size(), 5U);
}

TEST(Unrolling, RefusesTooManyOperations) {
  const Schedule schedule = schedule_of("stream s\nrepeat 100 {\nkernel a stream=s\n}\n");
  UnrollLimits limits;
  limits.most_operations = 100;
  EXPECT_EQ(unroll(schedule, limits).error(), "it has more than 100 operations");
  limits.most_operations = 101;
  EXPECT_TRUE(unroll(schedule, limits).has_value());
}

TEST(Unrolling, GivesOperationsWithoutALineTheirNumber) {
  Schedule schedule;
  Operation operation;
  schedule.append(operation);
  schedule.append(operation);
  EXPECT_THAT(lines(unroll(schedule, {}).value()), testing::ElementsAre(1, 2));
}

}  // namespace
}  // namespace fencepost::cuda
