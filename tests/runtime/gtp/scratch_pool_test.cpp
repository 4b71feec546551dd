#include <fencepost/runtime/gtp/scratch_pool.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

struct ScratchPoolTest : ::testing::Test {
  Bench bench{Configuration{.mode = GraphMode::eager}};
  StreamId side = bench.calls.stream("side");
  Handoff event{bench.execution, "read"};
  ScratchPool pool;

  void SetUp() override { bench.recorder.take(); }
  Scratch acquire(std::uint64_t bytes, StreamId stream) { return pool.acquire(bench.execution, "x", bytes, stream); }
  std::vector<std::string> statements() { return bench.recorder.take({"alloc", "free", "wait"}); }
};

TEST_F(ScratchPoolTest, AFreshBufferBelongsToTheStreamThatIsCurrent) {
  acquire(512, side);
  EXPECT_THAT(statements(), ElementsAre("alloc x 512 pool=scratch.512 stream=side"));
}

TEST_F(ScratchPoolTest, TheBufferFreedLastIsTakenFirst) {
  const Scratch first = acquire(512, side);
  const Scratch second = acquire(512, side);
  pool.release(bench.execution, first, {});
  pool.release(bench.execution, second, {});
  EXPECT_EQ(acquire(512, side).physical, second.physical);
  EXPECT_EQ(acquire(512, side).physical, first.physical);
  EXPECT_EQ(pool.size(), 2U);
}

TEST_F(ScratchPoolTest, AnotherSizeIsAnotherList) {
  pool.release(bench.execution, acquire(512, side), {});
  EXPECT_TRUE(acquire(1024, side).fresh);
  EXPECT_TRUE(pool.has_free(512));
}

TEST_F(ScratchPoolTest, TheKeyIgnoresTheStream) {
  const Scratch scratch = acquire(512, side);
  pool.release(bench.execution, scratch, {});
  const Scratch again = acquire(512, bench.execution.compute);
  EXPECT_EQ(again.physical, scratch.physical);
  EXPECT_FALSE(again.fresh);
}

TEST_F(ScratchPoolTest, WhoeverTakesAFencedBufferWaitsOnTheStreamThatIsCurrent) {
  event.record(bench.execution, side);
  pool.release(bench.execution, acquire(512, side), {&event});
  statements();
  acquire(512, bench.execution.compute);
  EXPECT_THAT(statements(), ElementsAre("alloc x 512 pool=scratch.512 stream=main", "wait read stream=main"));
}

TEST_F(ScratchPoolTest, ABufferWithoutFenceIsTakenAtOnce) {
  pool.release(bench.execution, acquire(512, side), {});
  statements();
  acquire(512, bench.execution.compute);
  EXPECT_THAT(statements(), ElementsAre("alloc x 512 pool=scratch.512 stream=main"));
}

TEST_F(ScratchPoolTest, DroppedFencesAreNotWaitedFor) {
  event.record(bench.execution, side);
  pool.release(bench.execution, acquire(512, side), {&event});
  pool.drop_fences();
  statements();
  acquire(512, side);
  EXPECT_THAT(statements(), ElementsAre("alloc x 512 pool=scratch.512 stream=side"));
}

TEST_F(ScratchPoolTest, OnlyFencesOfCapturesAreDroppedAfterACapture) {
  Handoff captured{bench.execution, "captured"};
  bench.enter_capture(CapturePhase::full_iteration);
  captured.record(bench.execution, side);
  bench.leave_capture();
  event.record(bench.execution, side);
  const Scratch first = acquire(512, side);
  const Scratch second = acquire(512, side);
  pool.release(bench.execution, first, {&event});
  pool.release(bench.execution, second, {&captured});
  pool.drop_fences_of_captures();
  statements();
  acquire(512, side);
  acquire(512, side);
  EXPECT_THAT(statements(), ElementsAre("alloc x 512 pool=scratch.512 stream=side",
                                        "alloc x.2 512 pool=scratch.512 stream=side", "wait read stream=side"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
