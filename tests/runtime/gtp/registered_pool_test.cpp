#include <fencepost/runtime/gtp/registered_pool.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

struct RegisteredPoolTest : ::testing::Test {
  Bench bench{Configuration{.storage = Storage::registered}};
  Communicator group{bench.execution, "dense", 4};
  Handoff event{bench.execution, "sent"};
  WindowPool window{group, group};
  RegisteredPool pool{window};

  void SetUp() override { bench.recorder.take(); }
  Scratch acquire(std::uint64_t bytes = 1024, std::uint64_t used = 1024) {
    return pool.acquire(bench.execution, "send", bytes, used);
  }
  std::vector<std::string> statements() { return bench.recorder.take({"alloc", "free", "wait", "fill"}); }
};

TEST_F(RegisteredPoolTest, IdentityIsLastInFirstOut) {
  const Scratch first = acquire();
  const Scratch second = acquire();
  pool.release(bench.execution, second, {});
  pool.release(bench.execution, first, {});
  EXPECT_EQ(acquire().physical, first.physical);
  EXPECT_EQ(acquire().physical, second.physical);
}

TEST_F(RegisteredPoolTest, SizesHaveListsOfTheirOwn) {
  pool.release(bench.execution, acquire(1024), {});
  EXPECT_TRUE(acquire(2048, 2048).fresh);
  EXPECT_FALSE(acquire(1024).fresh);
}

TEST_F(RegisteredPoolTest, GroupsHavePoolsOfTheirOwn) {
  acquire();
  Communicator other_group{bench.execution, "expert", 4};
  WindowPool other_window{other_group, group};
  RegisteredPool other{other_window};
  statements();
  other.acquire(bench.execution, "other", 1024, 1024);
  EXPECT_THAT(statements(), ElementsAre("alloc other 1KiB pool=registered.expert.1024 stream=main"));
}

TEST_F(RegisteredPoolTest, TheHookRegistersWhatTheListMakesAndNothingTwice) {
  const Scratch scratch = acquire();
  EXPECT_TRUE(scratch.in_window);
  EXPECT_THAT(bench.recorder.take({"register_window"}),
              ElementsAre("register_window window.dense.0 buffer=send communicator=dense"));
  pool.release(bench.execution, scratch, {});
  EXPECT_TRUE(acquire().in_window);
  EXPECT_THAT(bench.recorder.take({"register_window"}), ElementsAre());
}

TEST_F(RegisteredPoolTest, TheTailIsZeroedAtEveryAcquisition) {
  const Scratch scratch = acquire(1024, 768);
  pool.release(bench.execution, scratch, {});
  statements();
  acquire(1024, 768);
  EXPECT_THAT(statements(), ElementsAre("alloc send 1KiB pool=registered.dense.1024 stream=main",
                                        "fill zero_tail stream=main to=send[768:1KiB]"));
}

TEST_F(RegisteredPoolTest, ABufferThatIsUsedWholeHasNoTail) {
  acquire();
  EXPECT_THAT(statements(), ElementsAre("alloc send 1KiB pool=registered.dense.1024 stream=main"));
}

TEST_F(RegisteredPoolTest, TheFenceIsWaitedForBeforeTheTailIsZeroed) {
  event.record(bench.execution, bench.execution.compute);
  pool.release(bench.execution, acquire(1024, 768), {&event});
  statements();
  acquire(1024, 768);
  EXPECT_THAT(statements(), ElementsAre("alloc send 1KiB pool=registered.dense.1024 stream=main",
                                        "wait sent stream=main", "fill zero_tail stream=main to=send[768:1KiB]"));
}

TEST_F(RegisteredPoolTest, ItReusesInsideACapture) {
  pool.release(bench.execution, acquire(), {});
  bench.enter_capture(CapturePhase::full_iteration);
  EXPECT_FALSE(acquire().fresh);
  EXPECT_FALSE(bench.calls.failure().has_value());
}

TEST_F(RegisteredPoolTest, ItMayNotGrowInsideACapture) {
  bench.enter_capture(CapturePhase::full_iteration);
  acquire();
  EXPECT_EQ(bench.calls.failure(), Failure::pool_exhausted);
}

TEST_F(RegisteredPoolTest, AFenceRecordedInTheCaptureIsWaitedForInternally) {
  pool.release(bench.execution, acquire(), {});
  bench.enter_capture(CapturePhase::full_iteration);
  const Scratch scratch = acquire();
  event.record(bench.execution, bench.execution.compute);
  pool.release(bench.execution, scratch, {&event});
  statements();
  acquire();
  EXPECT_THAT(statements(),
              ElementsAre("alloc send 1KiB pool=registered.dense.1024 stream=main", "wait sent stream=main"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
