#include <algorithm>
#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(FullIteration, ACaptureIsSynchronisedBothSidesAndReplayedInTheSameStep) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_THAT(
      recorded.recorder.take(
          {"synchronize", "begin_capture", "end_capture", "instantiate", "destroy", "launch", "optimizer"}),
      ElementsAre("synchronize device", "begin_capture iteration stream=capture mode=thread_local pool=graph_pool",
                  "end_capture iteration", "instantiate iteration_graph from=iteration", "destroy graph iteration",
                  "synchronize device", "launch iteration_graph stream=main",
                  "kernel optimizer stream=main updates=main_grad.b0w0,main_grad.b0w1,parameters.0,"
                  "parameters.1"));
}

TEST(FullIteration, AReplayIsOneLaunch) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::replay, 2));
  const auto statements = recorded.recorder.take();
  ASSERT_EQ(statements.size(), 4U);
  EXPECT_EQ(statements[0], "launch iteration_graph stream=main");
  EXPECT_THAT(statements[1], HasSubstr("optimizer"));
  EXPECT_EQ(statements[2], "launch iteration_graph stream=main");
}

TEST(FullIteration, TheBodyIsCalledOnceAWarmUpAndOnceACapture) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  ASSERT_TRUE(recorded.run(Command::Kind::replay, 10));
  EXPECT_THAT(recorded.engine.body_calls(), ElementsAre(BodyCall::eager, BodyCall::capturing));
}

TEST(FullIteration, ACapturedBodyUsesNoExternalEvent) {
  RecordedEngine recorded(Configuration{});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_THAT(recorded.recorder.take(), Not(Contains(HasSubstr("external"))));
}

TEST(FullIteration, ACaptureTakesRegisteredBuffersOfTheWarmUpWithoutTheirFences) {
  RecordedEngine recorded({.storage = Storage::registered});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  auto statements = recorded.recorder.take({"alloc send", "wait reduced", "kernel wgrad"});
  ASSERT_GE(statements.size(), 2U);
  EXPECT_THAT(statements[0], HasSubstr("alloc send.b0w1"));
  EXPECT_THAT(statements[1], HasSubstr("kernel wgrad.b0w1"));
}

TEST(FullIteration, AfterAResetTheWarmUpWaitsForNoCapturedFence) {
  RecordedEngine recorded({.storage = Storage::registered});
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  ASSERT_TRUE(recorded.run(Command::Kind::reset));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::warm_up));
  auto statements = recorded.recorder.take({"alloc send", "wait reduced", "kernel wgrad"});
  ASSERT_GE(statements.size(), 2U);
  EXPECT_THAT(statements[1], HasSubstr("kernel wgrad.b0w1"));
}

TEST(FullIteration, WithoutAWarmUpARegisteredPoolFailsLoudly) {
  RecordedEngine recorded({.storage = Storage::registered});
  const Result result = recorded.run(Command::Kind::capture);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(), Failure::pool_exhausted);
  // The capture it broke off was ended, and nothing can be run any more.
  EXPECT_THAT(recorded.recorder.take({"end_capture"}), ElementsAre("end_capture iteration"));
  EXPECT_EQ(recorded.run(Command::Kind::warm_up).error(), Failure::pool_exhausted);
}

TEST(FullIteration, WithoutAWarmUpPlainScratchIsCapturedAllTheSame) {
  RecordedEngine recorded(Configuration{});
  EXPECT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_TRUE(recorded.engine.captured());
}

TEST(FullIteration, RoundsOfResetAndRecaptureMakeNoNewRegisteredBuffer) {
  RecordedEngine recorded({.blocks = 2, .storage = Storage::registered});
  const auto round = [&] {
    EXPECT_TRUE(recorded.run(Command::Kind::warm_up));
    EXPECT_TRUE(recorded.run(Command::Kind::capture));
    EXPECT_TRUE(recorded.run(Command::Kind::reset));
    return recorded.recorder.take({"alloc send"});
  };
  const auto first = round();
  const auto second = round();
  EXPECT_EQ(first, second);
  EXPECT_THAT(recorded.engine.check_invariants(), IsEmpty());
}

}  // namespace
}  // namespace fencepost::gtp::testing
