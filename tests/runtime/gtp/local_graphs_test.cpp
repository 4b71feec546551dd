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

const Configuration two_modules{.mode = GraphMode::local,
                                .blocks = 2,
                                .weights_per_block = 1,
                                .storage = Storage::ring,
                                .ring_size = 2,
                                .runner_streams = 2};

struct LocalGraphsTest : ::testing::Test {
  /// The statements of the capture of `graph`.
  static std::vector<std::string> capture_of(std::string_view graph, const std::vector<std::string>& statements) {
    const auto from = std::ranges::find_if(statements, [&](const std::string& statement) {
      return statement.starts_with("begin_capture " + std::string(graph));
    });
    const auto to = std::find_if(from, statements.end(),
                                 [](const std::string& statement) { return statement.starts_with("end_capture"); });
    return {from, to};
  }
  static std::vector<std::string> only(std::vector<std::string> statements,
                                       const std::vector<std::string_view>& words) {
    std::erase_if(statements, [&](const std::string& statement) {
      return std::ranges::none_of(words, [&](auto word) { return statement.find(word) != statement.npos; });
    });
    return statements;
  }
};

TEST_F(LocalGraphsTest, AForwardGraphCompletesBeforeItDrainsItsPrefetch) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_THAT(only(capture_of("forward.m0", recorded.recorder.take()),
                   {"forward_done", "gathered.b1w0", "joined", "prefetch.b1w0"}),
              ElementsAre("all_gather prefetch.b1w0 communicator=dense stream=nccl.dense reads=parameters.1 "
                          "writes=gathered.1",
                          "record forward_done.m0 stream=capture external",
                          "record gathered.b1w0.forward.inside stream=gather.dense",
                          "record gathered.b1w0.forward stream=gather.dense external",
                          "record joined.gather.dense stream=gather.dense", "wait joined.gather.dense stream=capture"));
}

TEST_F(LocalGraphsTest, TheNextGraphWaitsForThatPrefetchExternally) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  const auto statements = only(capture_of("forward.m1", recorded.recorder.take()), {"gather", "gemm"});
  ASSERT_GE(statements.size(), 2U);
  EXPECT_EQ(statements[0], "wait gathered.b1w0.forward stream=capture external");
  EXPECT_THAT(statements[1], HasSubstr("gemm.b1w0"));
}

TEST_F(LocalGraphsTest, ABackwardGraphCompletesBetweenItsPhases) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_THAT(
      only(capture_of("backward.m1", recorded.recorder.take()),
           {"joined", "backward_done", "add.b1w0", "slot_ready", "writes=ring"}),
      ElementsAre("kernel wgrad.b1w0 stream=capture reads=boundary.1,gradient.1 writes=ring.1",
                  "record joined.gather.dense stream=gather.dense", "wait joined.gather.dense stream=capture",
                  "record backward_done.m1 stream=capture external",
                  "record slot_ready.1 stream=scatter.dense external",
                  "kernel add.b1w0 stream=scatter.dense reads=reduced.2 updates=main_grad.b1w0",
                  "record joined.scatter.dense stream=scatter.dense", "wait joined.scatter.dense stream=capture"));
}

TEST_F(LocalGraphsTest, TheGraphBeforeDoesNotAddAgain) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  EXPECT_THAT(capture_of("backward.m0", recorded.recorder.take()), Not(Contains(HasSubstr("add.b1w0"))));
}

TEST_F(LocalGraphsTest, ABackwardReplayWaitsForItsSlotAndTheCallerGoesOnAfterPhaseOne) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::replay));
  auto statements = recorded.recorder.take();
  const auto loss = std::ranges::find_if(statements, [](const auto& s) { return s.starts_with("kernel loss"); });
  statements.erase(statements.begin(), loss + 1);
  const auto next = std::ranges::find(statements, "record called.m0 stream=main");
  statements.erase(next, statements.end());
  EXPECT_THAT(
      statements,
      ElementsAre("record called.m1 stream=main", "wait called.m1 stream=replay.1", "wait slot_ready.1 stream=replay.1",
                  "copy take_gradient stream=replay.1 from=boundary_gradient.2 to=static_gradient.m1",
                  "launch backward.m1.graph stream=replay.1", "record slot_ready.1 stream=replay.1",
                  "wait backward_done.m1 stream=main",
                  // The hook follows the whole graph, not the completion.
                  "record replayed.m1 stream=replay.1", "wait replayed.m1 stream=scatter.dense",
                  "kernel gradients_ready.m1 stream=scatter.dense updates=main_grad.b1w0"));
}

TEST_F(LocalGraphsTest, AnIterationEndsWhenTheCallerHasJoinedEveryReplayStream) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::replay));
  const auto statements = recorded.recorder.take({"replayed.m0 stream=main", "replayed.m1 stream=main", "optimizer"});
  ASSERT_EQ(statements.size(), 3U);
  EXPECT_EQ(statements[0], "wait replayed.m0 stream=main");
  EXPECT_EQ(statements[1], "wait replayed.m1 stream=main");
}

TEST_F(LocalGraphsTest, AWarmUpSavesAndRestoresGradients) {
  RecordedEngine recorded(two_modules);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  const auto statements = recorded.recorder.take({"save.b0w0", "restore.b0w0"});
  // Two warm-ups of its own module and two of its neighbour, each saved and restored.
  ASSERT_EQ(statements.size(), 8U);
  EXPECT_EQ(statements[0], "copy save.b0w0 stream=main from=main_grad.b0w0 to=snapshot.b0w0");
  EXPECT_EQ(statements[1], "copy restore.b0w0 stream=main from=snapshot.b0w0 to=main_grad.b0w0");
  EXPECT_THAT(recorded.engine.check_invariants(), IsEmpty());
}

TEST_F(LocalGraphsTest, UngraphedModulesRunEagerlyBetweenTheGraphs) {
  Configuration configuration = two_modules;
  configuration.embeddings = true;
  configuration.chains = ChainMix::mixed;
  RecordedEngine recorded(configuration);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::replay));
  EXPECT_THAT(recorded.recorder.take({"kernel gemm", "launch forward", "kernel loss"}),
              ElementsAre(HasSubstr("gemm.embedding"), HasSubstr("launch forward.m1.graph"),
                          HasSubstr("launch forward.m2.graph"), HasSubstr("gemm.output"), HasSubstr("loss")));
}

TEST_F(LocalGraphsTest, ArenaGraphsTakeWhatTheEagerBackwardFound) {
  Configuration configuration = two_modules;
  configuration.storage = Storage::arena;
  configuration.weights_per_block = 2;
  RecordedEngine recorded(configuration);
  ASSERT_TRUE(recorded.run(Command::Kind::capture));
  const auto statements = recorded.recorder.take();
  EXPECT_THAT(statements, Contains("alloc arena.0 16KiB stream=main"));
  EXPECT_THAT(only(capture_of("backward.m1", statements), {"kernel wgrad"}),
              ElementsAre(HasSubstr("writes=arena.1[0:8KiB]"), HasSubstr("writes=arena.1[8KiB:16KiB]")));
}

}  // namespace
}  // namespace fencepost::gtp::testing
