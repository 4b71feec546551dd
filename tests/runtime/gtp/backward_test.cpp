// The backward of two weights against the canonical step: gather, input gradient, buffer, weight
// gradient, reduction, then one step late the cascade.

#include <algorithm>
#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// The backward of the second eager step, by default without the gathers.
std::vector<std::string> backward_of(const Configuration& configuration, const std::vector<std::string_view>& words) {
  RecordedEngine recorded(configuration);
  EXPECT_TRUE(recorded.run(Command::Kind::eager_step));
  recorded.recorder.take();
  EXPECT_TRUE(recorded.run(Command::Kind::eager_step));
  std::vector<std::string> statements = recorded.recorder.take();
  const auto loss = std::ranges::find_if(statements, [](const std::string& s) { return s.find("loss") != s.npos; });
  statements.erase(statements.begin(), loss + 1);
  std::erase_if(statements, [&](const std::string& statement) {
    return std::ranges::none_of(words, [&](std::string_view word) { return statement.find(word) != statement.npos; });
  });
  return statements;
}

const std::vector<std::string_view> gradient_words{"wgrad", "scale",  "scatter_sync", "reduce",
                                                   "add.",  "dgrad.", "reduction"};

TEST(Backward, TheTailReducesOnTheSideStreamAndTheHeadOnTheComputeStream) {
  EXPECT_THAT(
      backward_of({.mode = GraphMode::eager}, gradient_words),
      ElementsAre("kernel dgrad.b0w1 stream=main reads=gradient.2,gathered.1 writes=gradient.1",
                  "alloc wgrad.b0w1 8KiB stream=main",
                  "kernel wgrad.b0w1 stream=main reads=activation.1,gradient.2 writes=wgrad.b0w1",
                  "kernel scale.b0w1 stream=main updates=wgrad.b0w1", "record scatter_sync.b0w1 stream=main",
                  "wait scatter_sync.b0w1 stream=scatter.dense",
                  "reduce_scatter reduce.b0w1 communicator=dense stream=nccl.dense reads=wgrad.b0w1 writes=reduced.2",
                  "record reduction_done.b0w1 stream=nccl.dense",
                  // The head: no side stream, and its addition comes at once.
                  "alloc wgrad.b0w0 8KiB stream=main",
                  "kernel wgrad.b0w0 stream=main reads=input,gradient.1 writes=wgrad.b0w0",
                  "kernel scale.b0w0 stream=main updates=wgrad.b0w0",
                  "reduce_scatter reduce.b0w0 communicator=dense stream=nccl.dense reads=wgrad.b0w0 writes=reduced.3",
                  "record reduction_done.b0w0 stream=nccl.dense", "wait reduction_done.b0w0 stream=main",
                  "record reduced.b0w0 stream=main", "free wgrad.b0w0",
                  "kernel add.b0w0 stream=main reads=reduced.3 updates=main_grad.b0w0",
                  // The cascade: drain on X, release, then the compute stream waits and adds.
                  "wait reduction_done.b0w1 stream=scatter.dense", "record reduced.b0w1 stream=scatter.dense",
                  "record_stream wgrad.b0w1 stream=scatter.dense", "free wgrad.b0w1", "wait reduced.b0w1 stream=main",
                  "kernel add.b0w1 stream=main reads=reduced.2 updates=main_grad.b0w1"));
}

TEST(Backward, AFinalizingDrainAddsOnTheSideStreamAndTheComputeStreamDoesNotWait) {
  const auto statements = backward_of({.mode = GraphMode::eager, .drain = DrainStyle::finalizing}, gradient_words);
  EXPECT_THAT(statements, Contains("kernel add.b0w1 stream=scatter.dense reads=reduced.2 updates=main_grad.b0w1"));
  EXPECT_THAT(statements, Not(Contains("wait reduced.b0w1 stream=main")));
}

TEST(Backward, WithoutAsynchronousReductionEveryWeightReducesOnTheComputeStream) {
  const auto statements = backward_of({.mode = GraphMode::eager, .asynchronous = false}, gradient_words);
  EXPECT_THAT(statements, Not(Contains(HasSubstr("scatter_sync"))));
  EXPECT_THAT(statements, Contains("kernel add.b0w1 stream=main reads=reduced.2 updates=main_grad.b0w1"));
}

TEST(Backward, UngraphedScratchGoesToThePoolAndIsTakenBehindItsFence) {
  const auto statements = backward_of({.mode = GraphMode::eager, .chains = ChainMix::ungraphed},
                                      {"wgrad.b0w1 8KiB", "wgrad.b0w0 8KiB", "wait reduced", "free wgrad"});
  // The cascade freed the tail's buffer last, so the tail takes it again and waits for its own event.
  EXPECT_THAT(statements,
              ElementsAre("alloc wgrad.b0w1 8KiB pool=scratch.8192 stream=main", "wait reduced.b0w1 stream=main",
                          "alloc wgrad.b0w0 8KiB pool=scratch.8192 stream=main", "wait reduced.b0w0 stream=main",
                          "free wgrad.b0w0", "free wgrad.b0w1", "wait reduced.b0w1 stream=main"));
}

TEST(Backward, TheFp32SumIsMadeByTheStreamThatFinishesTheReduction) {
  EXPECT_THAT(
      backward_of({.mode = GraphMode::eager, .fp32_accumulation = true},
                  {"exchange.b0w1", "exchanged.b0w1", "fp32", "downcast", "reduced.b0w1"}),
      ElementsAre("alloc exchanged.b0w1 8KiB stream=scatter.dense",
                  "all_to_all exchange.b0w1 communicator=dense stream=nccl.dense reads=wgrad.b0w1 "
                  "writes=exchanged.b0w1",
                  // The head sums at once, on the compute stream.
                  "alloc fp32.b0w0 4KiB stream=main",
                  "kernel fp32_sum.b0w0 stream=main reads=exchanged.b0w0 writes=fp32.b0w0",
                  "kernel downcast.b0w0 stream=main reads=fp32.b0w0 writes=reduced.3", "free fp32.b0w0",
                  // The tail's sum was deferred to the cascade; its event covers the sum.
                  "alloc fp32.b0w1 4KiB stream=scatter.dense",
                  "kernel fp32_sum.b0w1 stream=scatter.dense reads=exchanged.b0w1 writes=fp32.b0w1",
                  "kernel downcast.b0w1 stream=scatter.dense reads=fp32.b0w1 writes=reduced.2", "free fp32.b0w1",
                  "record reduced.b0w1 stream=scatter.dense", "free exchanged.b0w1", "wait reduced.b0w1 stream=main"));
}

TEST(Backward, TwoRanksSumNothingInFp32) {
  const auto statements =
      backward_of({.mode = GraphMode::eager, .group_size = 2, .fp32_accumulation = true}, {"fp32", "exchange"});
  EXPECT_THAT(statements, ElementsAre());
}

TEST(Backward, SumScratchOfTheComputeStreamIsAllocatedBeforeTheFork) {
  const auto statements = backward_of(
      {.mode = GraphMode::eager, .fp32_accumulation = true, .sum_scratch_home = ScratchHome::compute_stream},
      {"exchanged.b0w1", "scatter_sync.b0w1"});
  ASSERT_GE(statements.size(), 2U);
  EXPECT_EQ(statements[0], "alloc exchanged.b0w1 8KiB stream=main");
  EXPECT_EQ(statements[1], "record scatter_sync.b0w1 stream=main");
  EXPECT_THAT(statements, Contains("record_stream exchanged.b0w1 stream=scatter.dense"));
}

/// The handle of a batch is the group's, then each part's sum behind it.
TEST(Backward, LocalExpertsAreExchangedInOneGroupAndSummedOneAfterTheOther) {
  const auto statements = backward_of(
      {.mode = GraphMode::eager, .experts = true, .local_experts = 2, .fp32_accumulation = true, .prefetch = false},
      {"group_", "exchange.b0w1", "reduction_done.b0w1", "fp32_sum.b0w1", "downcast.b0w1", "record reduced.b0w1"});
  EXPECT_THAT(statements,
              ElementsAre("group_begin", "group_end",  // the gather before the product
                          "group_begin",
                          "all_to_all exchange.b0w1 communicator=expert stream=nccl.expert reads=wgrad.b0w1 "
                          "writes=exchanged.b0w1",
                          "all_to_all exchange.b0w1 communicator=expert stream=nccl.expert reads=wgrad.b0w1.2 "
                          "writes=exchanged.b0w1.2",
                          "group_end", "record reduction_done.b0w1 stream=nccl.expert",
                          "wait reduction_done.b0w1 stream=scatter.expert",
                          "kernel fp32_sum.b0w1 stream=scatter.expert reads=exchanged.b0w1 writes=fp32.b0w1",
                          "kernel downcast.b0w1 stream=scatter.expert reads=fp32.b0w1 writes=reduced.2[0:2KiB]",
                          "kernel fp32_sum.b0w1 stream=scatter.expert reads=exchanged.b0w1.2 writes=fp32.b0w1",
                          "kernel downcast.b0w1 stream=scatter.expert reads=fp32.b0w1 writes=reduced.2[2KiB:4KiB]",
                          "record reduced.b0w1 stream=scatter.expert"));
}

TEST(Backward, APaddedCopyIsSentWholeAndDiesWithTheHandle) {
  EXPECT_THAT(
      backward_of({.mode = GraphMode::eager, .padding = true}, {"padded.b0w1", "reduction_done.b0w1"}),
      ElementsAre("alloc padded.b0w1 8KiB stream=main",
                  "kernel pad.b0w1 stream=main reads=wgrad.b0w1 writes=padded.b0w1",
                  "reduce_scatter reduce.b0w1 communicator=dense stream=nccl.dense reads=padded.b0w1 "
                  "writes=reduced.2",
                  "record reduction_done.b0w1 stream=nccl.dense", "wait reduction_done.b0w1 stream=scatter.dense",
                  "record_stream padded.b0w1 stream=scatter.dense", "free padded.b0w1"));
}

TEST(Backward, AForeignGradientIsCopiedIntoTheRegisteredBuffer) {
  EXPECT_THAT(
      backward_of(
          {.mode = GraphMode::eager, .storage = Storage::registered, .foreign_gradients = true, .padding = true},
          {"wgrad.b0w1", "send.b0w1"}),
      ElementsAre("alloc wgrad.b0w1 7680 stream=main",
                  "kernel wgrad.b0w1 stream=main reads=activation.1,gradient.2 writes=wgrad.b0w1",
                  "kernel scale.b0w1 stream=main updates=wgrad.b0w1",
                  "alloc send.b0w1 8KiB pool=registered.dense.8192 stream=main",
                  "fill zero_tail stream=main to=send.b0w1[7680:8KiB]",
                  "copy copy_gradient.b0w1 stream=main from=wgrad.b0w1 to=send.b0w1[0:7680]", "free wgrad.b0w1",
                  "reduce_scatter reduce.b0w1 communicator=dense stream=nccl.dense reads=send.b0w1 "
                  "writes=reduced.2",
                  "free send.b0w1"));
}

TEST(Backward, ARepeatedUseDrainsItsOwnReductionAndTakesTheSameBuffer) {
  const auto statements =
      backward_of({.mode = GraphMode::eager, .experts = true, .storage = Storage::registered, .repeats = 2},
                  {"send.b0w1 8KiB", "reduced.b0w1", "add.b0w1", "free send.b0w1", "kernel wgrad.b0w1"});
  EXPECT_THAT(
      statements,
      ElementsAre("alloc send.b0w1 8KiB pool=registered.expert.8192 stream=main", "wait reduced.b0w1 stream=main",
                  "kernel wgrad.b0w1 stream=main reads=activation.2,gradient.3 writes=send.b0w1",
                  // Second use: finalize the first on X, free, wait on the compute stream, take.
                  "record reduced.b0w1 stream=scatter.expert", "free send.b0w1",
                  "kernel add.b0w1 stream=scatter.expert reads=reduced.2 updates=main_grad.b0w1",
                  "wait reduced.b0w1 stream=main", "alloc send.b0w1 8KiB pool=registered.expert.8192 stream=main",
                  "kernel wgrad.b0w1 stream=main reads=activation.1,gradient.2 writes=send.b0w1",
                  "record reduced.b0w1 stream=scatter.expert", "free send.b0w1", "wait reduced.b0w1 stream=main",
                  "kernel add.b0w1 stream=main reads=reduced.2 updates=main_grad.b0w1"));
}

TEST(Backward, APlaceholderThatIsAddedIsZeroedOnceAndAddedByTheHook) {
  RecordedEngine recorded({.mode = GraphMode::eager, .drain = DrainStyle::finalizing, .dummy_is_added = true});
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  const std::string of_head = "kernel add_placeholder.b0w0 stream=main reads=placeholder updates=main_grad.b0w0";
  const std::string of_tail =
      "kernel add_placeholder.b0w1 stream=scatter.dense reads=placeholder updates=main_grad.b0w1";
  EXPECT_THAT(recorded.recorder.take({"placeholder"}),
              ElementsAre("alloc placeholder 2KiB stream=main", "fill zero_placeholder stream=main to=placeholder",
                          of_head, of_tail, of_head, of_tail));
}

TEST(Backward, APlaceholderIsNotAddedToAGradientThatIsFinal) {
  EXPECT_THAT(backward_of({.mode = GraphMode::eager}, {"placeholder"}), ElementsAre());
}

TEST(Backward, AnIterationEndsWithTheJoinOfTheSideStreams) {
  const auto statements = backward_of({.mode = GraphMode::eager}, {"joined", "optimizer"});
  EXPECT_THAT(statements,
              ElementsAre("record joined.gather.dense stream=gather.dense", "wait joined.gather.dense stream=main",
                          "record joined.scatter.dense stream=scatter.dense", "wait joined.scatter.dense stream=main",
                          "kernel optimizer stream=main updates=main_grad.b0w0,main_grad.b0w1,"
                          "parameters.0,parameters.1"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
