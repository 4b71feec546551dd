#include "fake_communicators.h"

#include "preparing.h"
#include <fencepost/runtime/cuda/card_run.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <gmock/gmock.h>

namespace fencepost::cuda {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// The player on the fake runtime, with a library that has a rank on each of two GPUs.
class RealCommunicatorsInThePlayer : public testing::Test {
 protected:
  RunResult play(const std::string& statements) {
    auto library = std::make_unique<FakeCommunicators>(2, &use_);
    library->answer = answer_;
    auto workspace = Workspace::make({}, std::move(library)).value();
    return run_on_card(*prepared(statements), *workspace, {}, watchdog_, [](const DeviceProgress&) { std::abort(); });
  }

  FakeLibraryUse use_;
  Status answer_ = Status::success;
  Watchdog watchdog_;
};

TEST_F(RealCommunicatorsInThePlayer, ComputeWhatTheReferenceComputes) {
  const RunResult result = play(R"(stream main
communicator group ranks=2
buffer shard 2KiB
buffer all 4KiB
buffer blocks 4KiB
kernel make stream=main writes=shard
all_gather gather communicator=group stream=main reads=shard writes=all
all_to_all exchange communicator=group stream=main reads=all writes=blocks
all_reduce sum communicator=group stream=main updates=blocks
reduce_scatter scatter communicator=group stream=main reads=blocks writes=shard
broadcast spread communicator=group stream=main updates=shard
kernel use stream=main reads=shard,blocks
)");
  ASSERT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
  EXPECT_THAT(use_.groups, SizeIs(5));
}

TEST_F(RealCommunicatorsInThePlayer, AreTakenForOneRankAGpuOnly) {
  const RunResult result = play(R"(stream main
communicator pair ranks=2
communicator many ranks=8
buffer a 4KiB
all_reduce one communicator=pair stream=main updates=a
all_reduce two communicator=many stream=main updates=a
)");
  ASSERT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
  EXPECT_THAT(use_.groups, SizeIs(1));
  ASSERT_THAT(result.communicators, SizeIs(2));
  EXPECT_EQ(result.communicators[0].why_not_real, "");
  EXPECT_EQ(result.communicators[1].why_not_real, "8 ranks need as many GPUs, and this process has 2");
}

TEST_F(RealCommunicatorsInThePlayer, GetAGroupInOneCall) {
  const RunResult result = play(R"(stream main
stream side
communicator pair ranks=2
buffer a 4KiB
buffer b 4KiB
group_begin
all_reduce one communicator=pair stream=main updates=a
all_reduce two communicator=pair stream=side updates=b
group_end
)");
  ASSERT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
  ASSERT_THAT(use_.groups, SizeIs(1));
  EXPECT_THAT(use_.groups[0], SizeIs(2));
}

TEST_F(RealCommunicatorsInThePlayer, LeaveOtherShapesToAKernel) {
  const RunResult result = play(R"(stream main
communicator pair ranks=2
buffer a 4KiB
buffer b 6KiB
all_gather odd communicator=pair stream=main reads=a writes=b
kernel use stream=main reads=b
)");
  ASSERT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.values.empty());
  EXPECT_THAT(use_.groups, IsEmpty());
}

TEST_F(RealCommunicatorsInThePlayer, AnswerForTheCall) {
  answer_ = Status::ncclInvalidUsage;
  const RunResult result = play(R"(stream main
communicator pair ranks=2
buffer a 4KiB
all_reduce one communicator=pair stream=main updates=a
)");
  ASSERT_TRUE(result.lockstep.difference.has_value());
  EXPECT_EQ(result.lockstep.difference->actual, Status::ncclInvalidUsage);
}

}  // namespace
}  // namespace fencepost::cuda
