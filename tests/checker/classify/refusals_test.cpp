// The first refusal of a capture is the mistake; what follows from it is listed under it.

#include <fencepost/checker/classify/refusals.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using model::Refusal;

model::RefusedCall call(std::uint32_t line, Refusal refusal, GraphId graph = {}, bool invalidated = false) {
  model::RefusedCall refused;
  refused.line = line;
  refused.refusal = refusal;
  refused.graph = graph;
  refused.invalidated_capture = invalidated;
  refused.status = Status::cudaErrorInvalidValue;
  return refused;
}

struct RefusalsTest : ::testing::Test {
  HazardLedger ledger;
  Refusals refusals{ledger};
  GraphId graph{0}, other{1};
};

TEST_F(RefusalsTest, ACallIsAHazardWithItsStatusAndItsOtherEnd) {
  model::RefusedCall refused = call(9, Refusal::double_free);
  refused.first_line = 4;
  refused.buffer = BufferId{2};
  refusals.add(refused);
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].slug, Slug::double_free);
  EXPECT_EQ(all[0].question, Question::refused);
  EXPECT_EQ(all[0].status, Status::cudaErrorInvalidValue);
  EXPECT_EQ(all[0].first.line, 4U);
  EXPECT_EQ(all[0].first.operation, OperationKind::release);
  EXPECT_EQ(all[0].second.line, 9U);
  EXPECT_EQ(all[0].second_buffer, BufferId{2});
}

TEST_F(RefusalsTest, TheEndThatWasMadeInACaptureSaysSo) {
  struct Case {
    Refusal refusal;
    Phase first, second;
  };
  for (const Case& expected : {Case{Refusal::captured_event_used_eagerly, Phase::captured, Phase::eager},
                               Case{Refusal::eager_event_in_capture, Phase::eager, Phase::captured},
                               Case{Refusal::ended_capture_event_in_capture, Phase::captured, Phase::captured},
                               Case{Refusal::double_free, Phase::eager, Phase::eager}}) {
    model::RefusedCall refused = call(9, expected.refusal);
    refused.first_line = 4;
    refusals.add(refused);
    const auto all = ledger.take();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].first.phase, expected.first) << static_cast<int>(expected.refusal);
    EXPECT_EQ(all[0].second.phase, expected.second) << static_cast<int>(expected.refusal);
  }
}

TEST_F(RefusalsTest, WhatFollowsFromABrokenCaptureIsListedUnderIt) {
  refusals.add(call(5, Refusal::eager_event_in_capture, graph, true));
  refusals.add(call(6, Refusal::capture_already_invalid, graph));
  refusals.add(call(7, Refusal::capture_already_invalid, graph));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].slug, Slug::captured_wait_on_eager_fence);
  EXPECT_EQ(all[0].also.size(), 2U);
}

TEST_F(RefusalsTest, AnotherCapturesFailureIsAnotherHazard) {
  refusals.add(call(5, Refusal::unsupported_in_capture, graph, true));
  refusals.add(call(6, Refusal::unsupported_in_capture, other, true));
  EXPECT_EQ(ledger.take().size(), 2U);
}

TEST_F(RefusalsTest, ARefusalWithoutACaptureIsNoConsequence) {
  refusals.add(call(5, Refusal::unsupported_in_capture, graph, true));
  refusals.add(call(6, Refusal::dead_handle));
  EXPECT_EQ(ledger.take().size(), 2U);
}

TEST_F(RefusalsTest, OnceTheGraphExistsNothingFollowsFromOldFailures) {
  refusals.add(call(5, Refusal::unsupported_in_capture, graph, true));
  refusals.graph_exists(graph);
  refusals.add(call(9, Refusal::dead_handle, graph));
  EXPECT_EQ(ledger.take().size(), 2U);
}

TEST_F(RefusalsTest, AMergeExplainsBothCaptures) {
  refusals.add(call(5, Refusal::capture_merged, graph, true));
  refusals.add(call(6, Refusal::capture_already_invalid, graph));
  refusals.add(call(7, Refusal::capture_already_invalid, other));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].slug, Slug::capture_merged);
  EXPECT_EQ(all[0].also.size(), 2U);
}

TEST_F(RefusalsTest, AMergeExplainsNoThirdCapture) {
  refusals.add(call(5, Refusal::capture_merged, graph, true));
  refusals.add(call(7, Refusal::capture_already_invalid, other));
  refusals.add(call(8, Refusal::capture_already_invalid, GraphId{2}));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].slug, Slug::refused_call);
}

}  // namespace
}  // namespace fencepost::checker
