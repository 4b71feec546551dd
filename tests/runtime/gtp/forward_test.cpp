// The forward of two weights, statement by statement, against the description of the phase.

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

std::vector<std::string> forward_of(std::vector<std::string> statements) {
  const auto loss = std::ranges::find_if(statements, [](const std::string& s) { return s.find("loss") != s.npos; });
  statements.erase(loss, statements.end());
  return statements;
}

const Configuration two_weights{.mode = GraphMode::eager};

TEST(Forward, TheFirstGathersEveryWeightOnDemandOnTheComputeStream) {
  RecordedEngine recorded(two_weights);
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_THAT(forward_of(recorded.recorder.take()),
              ElementsAre("alloc gathered.0 8KiB stream=main",                                               //
                          "record issued.dense stream=main", "wait issued.dense stream=nccl.dense",          //
                          "all_gather gather.b0w0 communicator=dense stream=nccl.dense reads=parameters.0 "  //
                          "writes=gathered.0",                                                               //
                          "record gather_done.b0w0.forward stream=nccl.dense",                               //
                          "wait gather_done.b0w0.forward stream=main",                                       //
                          "alloc activation.1 8KiB stream=main",                                             //
                          "kernel gemm.b0w0 stream=main reads=input,gathered.0 writes=activation.1",         //
                          "alloc gathered.1 8KiB stream=main",                                               //
                          "record issued.dense stream=main", "wait issued.dense stream=nccl.dense",          //
                          "all_gather gather.b0w1 communicator=dense stream=nccl.dense reads=parameters.1 "  //
                          "writes=gathered.1",                                                               //
                          "record gather_done.b0w1.forward stream=nccl.dense",                               //
                          "wait gather_done.b0w1.forward stream=main",                                       //
                          "alloc activation.2 8KiB stream=main",                                             //
                          "kernel gemm.b0w1 stream=main reads=activation.1,gathered.1 writes=activation.2",  //
                          "alloc gradient.2 8KiB stream=main"));
}

TEST(Forward, LaterOnesPrefetchTheNextWeightBehindTheOuterSync) {
  RecordedEngine recorded(two_weights);
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_THAT(
      forward_of(recorded.recorder.take()),
      ElementsAre("record issued.dense stream=main", "wait issued.dense stream=nccl.dense",
                  "all_gather gather.b0w0 communicator=dense stream=nccl.dense reads=parameters.0 writes=gathered.0",
                  "record gather_done.b0w0.forward stream=nccl.dense", "wait gather_done.b0w0.forward stream=main",
                  // The fork of G carries the edge to the last reader of the buffer, too.
                  "record gather_sync.b0w1 stream=main", "wait gather_sync.b0w1 stream=gather.dense",
                  "record issued.dense stream=gather.dense", "wait issued.dense stream=nccl.dense",
                  "all_gather prefetch.b0w1 communicator=dense stream=nccl.dense reads=parameters.1 writes=gathered.1",
                  "record gather_done.b0w1.forward stream=nccl.dense",  //
                  "alloc activation.1 8KiB stream=main",
                  "kernel gemm.b0w0 stream=main reads=input,gathered.0 writes=activation.1",
                  // Consuming it: the handle on G, the weight's event, the consumer.
                  "wait gather_done.b0w1.forward stream=gather.dense",
                  "record gathered.b0w1.forward stream=gather.dense",
                  "wait gathered.b0w1.forward stream=main",  //
                  "alloc activation.2 8KiB stream=main",
                  "kernel gemm.b0w1 stream=main reads=activation.1,gathered.1 writes=activation.2",
                  "alloc gradient.2 8KiB stream=main"));
}

TEST(Forward, WithoutPrefetchNothingRunsAhead) {
  Configuration configuration = two_weights;
  configuration.prefetch = false;
  RecordedEngine recorded(configuration);
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  EXPECT_THAT(recorded.recorder.take(), Not(Contains(HasSubstr("prefetch"))));
}

TEST(Forward, APrefetchWaitsForThePublicationOfItsBucket) {
  Configuration configuration = two_weights;
  configuration.publication = true;
  RecordedEngine recorded(configuration);
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  const std::vector<std::string> order = recorded.recorder.take({"wait published", "all_gather"});
  ASSERT_GE(order.size(), 4U);
  EXPECT_EQ(order[0], "wait published.0 stream=main");
  EXPECT_THAT(order[1], HasSubstr("gather.b0w0"));
  EXPECT_EQ(order[2], "wait published.1 stream=main");
  EXPECT_THAT(order[3], HasSubstr("prefetch.b0w1"));
}

TEST(Forward, ABackwardPrefetchDoesNotWaitForPublication) {
  Configuration configuration = two_weights;
  configuration.publication = true;
  RecordedEngine recorded(configuration);
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  recorded.recorder.take();
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  std::vector<std::string> statements = recorded.recorder.take({"wait published", "loss", "optimizer"});
  const auto loss = std::ranges::find_if(statements, [](const std::string& s) { return s.find("loss") != s.npos; });
  ASSERT_NE(loss, statements.end());
  EXPECT_THAT(*(loss + 1), HasSubstr("optimizer"));
}

TEST(Forward, ABatchOfExpertsIsOneGroup) {
  RecordedEngine recorded({.mode = GraphMode::eager, .experts = true, .local_experts = 2});
  ASSERT_TRUE(recorded.run(Command::Kind::eager_step));
  const std::vector<std::string> group = recorded.recorder.take({"group_begin", "gather.b0w1", "group_end"});
  ASSERT_GE(group.size(), 4U);
  EXPECT_THAT(group[0], HasSubstr("group_begin"));
  EXPECT_EQ(group[1],
            "all_gather gather.b0w1 communicator=expert stream=nccl.expert reads=parameters.1[0:2KiB] "
            "writes=gathered.1[0:8KiB]");
  EXPECT_EQ(group[2],
            "all_gather gather.b0w1 communicator=expert stream=nccl.expert reads=parameters.1[2KiB:4KiB] "
            "writes=gathered.1[8KiB:16KiB]");
  EXPECT_THAT(group[3], HasSubstr("group_end"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
