#include <fencepost/checker/picture/std_variables.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

model::MemoryAccess access(AccessMode mode, std::uint64_t lo, std::uint64_t hi) {
  model::MemoryAccess result;
  result.region = model::RegionId{3};
  result.mode = mode;
  result.lo = lo;
  result.hi = hi;
  return result;
}

std::vector<std::string> words(const std::vector<StdVariables::Step>& steps) {
  std::vector<std::string> result;
  for (const StdVariables::Step& step : steps) {
    result.push_back((step.writes ? "w " : "r ") + step.variable);
  }
  return result;
}

TEST(StdVariables, OneAccessIsOneVariable) {
  StdVariables variables;
  variables.add(access(AccessMode::write, 0, 8), 0);
  variables.finish();
  EXPECT_THAT(words(variables.steps(access(AccessMode::write, 0, 8), 0)), ElementsAre("w m3_0_8"));
}

TEST(StdVariables, AccessesThatDoNotOverlapShareNothing) {
  StdVariables variables;
  variables.add(access(AccessMode::write, 0, 8), 0);
  variables.add(access(AccessMode::write, 8, 16), 1);
  variables.finish();
  EXPECT_THAT(words(variables.steps(access(AccessMode::write, 0, 8), 0)), ElementsAre("w m3_0_8"));
  EXPECT_THAT(words(variables.steps(access(AccessMode::write, 8, 16), 1)), ElementsAre("w m3_8_16"));
}

// Atomic updates of two threads touch no common variable for writing; a plain read meets both.
TEST(StdVariables, AtomicUpdatesCommuteAndConflictWithTheRest) {
  StdVariables variables;
  variables.add(access(AccessMode::atomic, 0, 8), 0);
  variables.add(access(AccessMode::atomic, 0, 8), 1);
  variables.add(access(AccessMode::read, 0, 8), 2);
  variables.finish();
  EXPECT_THAT(words(variables.steps(access(AccessMode::atomic, 0, 8), 0)), ElementsAre("r m3_0_8", "w m3_0_8_a0"));
  EXPECT_THAT(words(variables.steps(access(AccessMode::atomic, 0, 8), 1)), ElementsAre("r m3_0_8", "w m3_0_8_a1"));
  EXPECT_THAT(words(variables.steps(access(AccessMode::read, 0, 8), 2)),
              ElementsAre("r m3_0_8", "r m3_0_8_a0", "r m3_0_8_a1"));
}

TEST(StdVariables, NoBytesAreNoStep) {
  StdVariables variables;
  variables.add(access(AccessMode::write, 4, 4), 0);
  variables.finish();
  EXPECT_THAT(words(variables.steps(access(AccessMode::write, 4, 4), 0)), IsEmpty());
}

}  // namespace
}  // namespace fencepost::checker
