#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Engine, CommandsThatMakeNoSenseIssueNothing) {
  RecordedEngine recorded(Configuration{});
  for (const Command::Kind kind : {Command::Kind::replay, Command::Kind::reset, Command::Kind::free_noise}) {
    EXPECT_EQ(recorded.run(kind).error(), Failure::not_applicable);
  }
  EXPECT_THAT(recorded.recorder.take(), IsEmpty());
}

TEST(Engine, AnEagerJobCapturesNothing) {
  RecordedEngine recorded({.mode = GraphMode::eager});
  EXPECT_EQ(recorded.run(Command::Kind::capture).error(), Failure::not_applicable);
}

TEST(Engine, ASecondCaptureNeedsAReset) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_EQ(recorded.run(Command::Kind::capture).error(), Failure::not_applicable);
  ASSERT_TRUE(recorded.run(Command::Kind::reset));
  EXPECT_TRUE(recorded.run(Command::Kind::capture));
}

TEST(Engine, RegisteredBuffersOfAGraphAreNotForEagerSteps) {
  RecordedEngine recorded({.storage = Storage::registered});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_EQ(recorded.run(Command::Kind::eager_step).error(), Failure::not_applicable);
  ASSERT_TRUE(recorded.run(Command::Kind::reset));
  EXPECT_TRUE(recorded.run(Command::Kind::eager_step));
}

TEST(Engine, PlainScratchLetsEagerStepsRunBetweenReplays) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_TRUE(recorded.run(Command::Kind::eager_step));
}

TEST(Engine, NoiseIsWrittenReadAndDroppedOldestFirst) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::allocate_noise));
  ASSERT_TRUE(recorded.run(Command::Kind::allocate_noise));
  ASSERT_TRUE(recorded.run(Command::Kind::free_noise));
  EXPECT_THAT(recorded.recorder.take(),
              ElementsAre("alloc noise 8KiB stream=main", "kernel write_noise stream=main writes=noise",
                          "alloc noise.2 8KiB stream=main", "kernel write_noise stream=main writes=noise.2",
                          "kernel read_noise stream=main reads=noise", "free noise"));
}

TEST(Engine, ChangingTheMicrobatchesResetsTheGraphs) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::change_microbatches, 3));
  EXPECT_FALSE(recorded.engine.captured());
  EXPECT_THAT(recorded.recorder.take(), ElementsAre("synchronize device", "destroy executable iteration_graph"));
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_EQ(recorded.recorder.take({"kernel loss"}).size(), 3U);
}

TEST(Engine, ShuttingDownGivesPersistentBuffersBackOnAnIdleDevice) {
  RecordedEngine recorded({.mode = GraphMode::eager});
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  recorded.recorder.take();
  recorded.engine.shut_down();
  const auto statements = recorded.recorder.take();
  ASSERT_FALSE(statements.empty());
  EXPECT_EQ(statements[0], "synchronize device");
  for (const char* buffer : {"free gathered.0", "free gathered.1", "free reduced.2", "free reduced.3"}) {
    EXPECT_THAT(statements, Contains(HasSubstr(buffer)));
  }
}

TEST(Engine, IssuesTheSameOperationsEveryTime) {
  const Configuration configuration{.blocks = 2, .experts = true, .fp32_accumulation = true, .microbatches = 2};
  std::vector<std::string> traces;
  for (int round = 0; round < 2; ++round) {
    RecordedEngine recorded(configuration);
    for (const Command::Kind kind : {Command::Kind::warm_up, Command::Kind::capture, Command::Kind::replay}) {
      ASSERT_TRUE(recorded.run(kind));
    }
    traces.push_back(print(recorded.recorder.schedule()));
  }
  EXPECT_EQ(traces[0], traces[1]);
}

TEST(Engine, AddsEveryGradientOnce) {
  RecordedEngine recorded({.mode = GraphMode::eager, .microbatches = 2, .repeats = 3});
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_THAT(recorded.engine.check_invariants(), IsEmpty());
  // Two microbatches: the repeated weight three times in each, the other once.
  EXPECT_EQ(recorded.recorder.take({"kernel add."}).size(), 8U);
}

TEST(Engine, NoticesALostGradient) {
  RecordedEngine recorded({.mode = GraphMode::eager, .repeats = 2},
                          RuleSet{}.without(Rule::pending_reduction_finishes_first));
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_THAT(recorded.engine.check_invariants(), ElementsAre(Violation{Invariant::gradient_added_once, "b0w1"}));
}

}  // namespace
}  // namespace fencepost::gtp::testing
