#include "preparing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

std::vector<Effect> effects_of(const Prepared& prepared) {
  std::vector<Effect> effects;
  prepared.play([&](const Effect& effect) { effects.push_back(effect); });
  return effects;
}

TEST(Preparation, CompressesGigabytes) {
  const auto schedule = prepared(R"(stream main
buffer big 4GiB
kernel one stream=main writes=big[0:2GiB]
kernel two stream=main reads=big[1GiB:3GiB]
)");
  EXPECT_EQ(schedule->coordinates().size(), 4U);
}

TEST(Preparation, GivesBuffersOnTheSameBytesTheSameCells) {
  const auto schedule = prepared(R"(stream main
alloc a 4KiB stream=main
kernel one stream=main writes=a
free a
alloc b 4KiB stream=main
kernel two stream=main writes=b
)");
  const auto effects = effects_of(*schedule);
  ASSERT_EQ(effects.size(), 2U);
  EXPECT_EQ(effects[0].touches[0].range, effects[1].touches[0].range) << "the pool hands the block out again";
}

TEST(Preparation, CountsExecutionsByExecutableAndOperation) {
  const auto schedule = prepared(R"(stream main
buffer a 4KiB
begin_capture graph stream=main
kernel one stream=main writes=a
end_capture graph
instantiate x from=graph
instantiate y from=graph
launch x stream=main
launch y stream=main
launch x stream=main
)");
  const auto effects = effects_of(*schedule);
  ASSERT_EQ(effects.size(), 3U) << "capturing executes nothing";
  EXPECT_EQ(effects[0].author, effects[2].author);
  EXPECT_NE(effects[0].author, effects[1].author);
  EXPECT_EQ(effects[1].execution, 0U);
  EXPECT_EQ(effects[2].execution, 1U);
  EXPECT_EQ(schedule->script().launches(ExecutableId{0}), 2U);
}

TEST(Preparation, LeavesALibrarysOwnNodesOut) {
  const auto schedule = prepared(R"(stream main
communicator group ranks=2
buffer a 4KiB
begin_capture graph stream=main
all_reduce sum communicator=group stream=main updates=a
end_capture graph
instantiate x from=graph
launch x stream=main
)");
  const auto effects = effects_of(*schedule);
  ASSERT_EQ(effects.size(), 1U);
  EXPECT_EQ(effects[0].ranks, 2U);
  EXPECT_EQ(effects[0].touches.size(), 1U);
}

TEST(Preparation, JoinsTheTwoHalvesOfAStagedCopy) {
  const auto schedule = prepared(R"(stream main kind=legacy
buffer staging 4KiB memory=pageable
buffer a 4KiB
copy upload stream=main from=staging to=a sync
)");
  const auto effects = effects_of(*schedule);
  ASSERT_EQ(effects.size(), 1U);
  EXPECT_EQ(effects[0].touches.size(), 2U);
}

TEST(Preparation, RepeatsForeverAFewTimes) {
  const auto schedule = prepared(R"(stream main
buffer a 4KiB
repeat forever {
kernel one stream=main writes=a
}
)");
  EXPECT_EQ(effects_of(*schedule).size(), UnrollLimits().forever);
}

TEST(Preparation, KnowsTheMemoryOfEveryCell) {
  const auto schedule = prepared(R"(buffer a 4KiB
buffer b 4KiB memory=pinned
)");
  ASSERT_EQ(schedule->coordinates().size(), 2U);
  EXPECT_EQ(schedule->memory(0) == MemoryKind::pinned, schedule->memory(1) == MemoryKind::device);
}

TEST(Preparation, RefusesWhatTheModelDoesNotKnow) {
  EXPECT_THAT(reason_not_played("stream main\nbuffer x 8\nbegin_capture g stream=main\n"
                                "kernel k stream=main reads=x@1\nend_capture g\n"),
              testing::HasSubstr("not modelled"));
}

TEST(Preparation, RefusesRangesThatDoNotCompress) {
  PrepareLimits limits;
  limits.most_cells = 8;
  const auto result = Prepared::make(schedule_of(R"(stream main
buffer a 100B
copy shift stream=main from=a[0:99] to=a[1:100]
)"),
                                     limits);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().reason, "its byte ranges need more than 8 cells");
}

}  // namespace
}  // namespace fencepost::cuda
