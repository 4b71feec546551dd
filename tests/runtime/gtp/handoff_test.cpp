#include <fencepost/runtime/gtp/handoff.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> record_and_wait(Bench& bench, Handoff& handoff) {
  bench.recorder.take();
  handoff.record(bench.execution, bench.execution.compute);
  handoff.wait(bench.execution, bench.execution.compute);
  return bench.recorder.take();
}

TEST(Handoff, IsAnOrdinaryEventOutsideCaptures) {
  Bench bench{Configuration{}};
  Handoff handoff(bench.execution, "ready");
  EXPECT_THAT(record_and_wait(bench, handoff), ElementsAre("record ready stream=main", "wait ready stream=main"));
  EXPECT_EQ(handoff.recorded_in(), 0U);
}

TEST(Handoff, IsInternalInAFullIterationCapture) {
  Bench bench{Configuration{}};
  Handoff handoff(bench.execution, "ready");
  bench.enter_capture(CapturePhase::full_iteration, 3);
  EXPECT_THAT(record_and_wait(bench, handoff), ElementsAre("record ready stream=main", "wait ready stream=main"));
  EXPECT_EQ(handoff.recorded_in(), 3U);
}

TEST(Handoff, WasExternalThereBeforeTheFix) {
  Bench bench{Configuration{}, RuleSet{}.without(Rule::internal_events_in_full_iteration)};
  Handoff handoff(bench.execution, "ready");
  bench.enter_capture(CapturePhase::full_iteration);
  EXPECT_THAT(record_and_wait(bench, handoff),
              ElementsAre("record ready stream=main external", "wait ready stream=main external"));
}

TEST(Handoff, UsesItsTwinInsideOneLocalGraph) {
  Bench bench{Configuration{.mode = GraphMode::local}};
  Handoff handoff(bench.execution, "ready");
  bench.enter_capture(CapturePhase::local);
  EXPECT_THAT(record_and_wait(bench, handoff),
              ElementsAre("record ready.inside stream=main", "record ready stream=main external",
                          "wait ready.inside stream=main"));
}

TEST(Handoff, IsExternalBetweenTwoLocalGraphs) {
  Bench bench{Configuration{.mode = GraphMode::local}};
  Handoff handoff(bench.execution, "ready");
  bench.enter_capture(CapturePhase::local, 1);
  handoff.record(bench.execution, bench.execution.compute);
  bench.enter_capture(CapturePhase::local, 2);
  bench.recorder.take();
  handoff.wait(bench.execution, bench.execution.compute);
  EXPECT_THAT(bench.recorder.take(), ElementsAre("wait ready stream=main external"));
}

TEST(Handoff, HasNoTwinWhereNoLocalGraphIsCaptured) {
  Bench bench{Configuration{.mode = GraphMode::eager}};
  Handoff handoff(bench.execution, "ready");
  EXPECT_THAT(bench.recorder.take(), ElementsAre("event ready"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
