#include <fencepost/runtime/gtp/ring_slots.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

struct RingSlotsTest : ::testing::Test {
  Bench bench{Configuration{.mode = GraphMode::local, .storage = Storage::ring, .ring_size = 2}};
  RingSlots ring;

  RingSlots::Slot assign(std::uint64_t bytes = 1024) { return ring.assign(bench.execution, bytes); }
};

TEST_F(RingSlotsTest, ANewSlotIsSeededAndSynchronised) {
  assign();
  EXPECT_THAT(bench.recorder.take(), ElementsAre("alloc ring.0 1KiB stream=main", "event slot_ready.0",
                                                 "record slot_ready.0 stream=main", "synchronize event slot_ready.0"));
}

TEST_F(RingSlotsTest, WeightsOfASizeTakeTurns) {
  const RingSlots::Slot first = assign();
  const RingSlots::Slot second = assign();
  EXPECT_NE(first, second);
  EXPECT_EQ(assign(), first);
  EXPECT_EQ(assign(), second);
}

TEST_F(RingSlotsTest, AnotherSizeHasARingOfItsOwn) {
  const RingSlots::Slot first = assign();
  EXPECT_NE(assign(2048), first);
  assign();
  EXPECT_EQ(assign(), first);
}

TEST_F(RingSlotsTest, OneGraphMayNotWriteASlotTwice) {
  const RingSlots::Slot slot = assign();
  bench.enter_capture(CapturePhase::local);
  ring.begin_graph();
  ring.use(bench.execution, slot);
  EXPECT_FALSE(bench.calls.failure().has_value());
  ring.use(bench.execution, slot);
  EXPECT_EQ(bench.calls.failure(), Failure::slot_shared);
}

TEST_F(RingSlotsTest, TheNextGraphMay) {
  const RingSlots::Slot slot = assign();
  bench.enter_capture(CapturePhase::local);
  ring.begin_graph();
  ring.use(bench.execution, slot);
  ring.begin_graph();
  ring.use(bench.execution, slot);
  EXPECT_FALSE(bench.calls.failure().has_value());
  EXPECT_THAT(ring.written(), ElementsAre(slot));
}

TEST_F(RingSlotsTest, ReadyIsExternalInsideAGraphAndPlainAfterALaunch) {
  const RingSlots::Slot slot = assign();
  bench.recorder.take();
  bench.enter_capture(CapturePhase::local);
  ring.mark_ready(bench.execution, slot, bench.execution.compute);
  bench.leave_capture();
  ring.mark_ready(bench.execution, slot, bench.execution.compute);
  ring.await(bench.execution, slot, bench.execution.compute);
  EXPECT_THAT(bench.recorder.take(), ElementsAre("record slot_ready.0 stream=main external",
                                                 "record slot_ready.0 stream=main", "wait slot_ready.0 stream=main"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
