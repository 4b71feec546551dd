#include <fencepost/model/capture.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

constexpr StreamId origin{0};
constexpr StreamId side{1};

Capture begin() {
  Capture::Origin start;
  start.id = CaptureId{0};
  start.stream = origin;
  start.line = 3;
  return Capture(start);
}

TEST(CaptureTest, NodesOfOneStreamFormAChain) {
  Capture capture = begin();
  capture.add({}, {}, origin);
  capture.add({}, {}, origin);
  const auto plan = capture.take_plan(9, 4);
  EXPECT_TRUE(plan->predecessors_of(plan->nodes[0]).empty());
  ASSERT_EQ(plan->predecessors_of(plan->nodes[1]).size(), 1U);
  EXPECT_EQ(plan->predecessors_of(plan->nodes[1])[0], 0U);
  EXPECT_EQ(plan->begin_line, 3U);
  EXPECT_EQ(plan->end_line, 9U);
  EXPECT_EQ(plan->ended_at, 4U);
}

TEST(CaptureTest, AForkedStreamContinuesBehindTheForkOnly) {
  Capture capture = begin();
  const NodeIndex before = capture.add({}, {}, origin);
  capture.depend(side, std::span(&before, 1));
  const NodeIndex beside = capture.add({}, {}, origin);
  const NodeIndex forked = capture.add({}, {}, side);
  const auto& plan = capture.plan();
  ASSERT_EQ(plan.predecessors_of(plan.nodes[forked]).size(), 1U);
  EXPECT_EQ(plan.predecessors_of(plan.nodes[forked])[0], before);
  EXPECT_EQ(plan.predecessors_of(plan.nodes[beside])[0], before);
}

TEST(CaptureTest, ForkedWorkIsUnjoinedUntilTheOriginDependsOnIt) {
  Capture capture = begin();
  const NodeIndex before = capture.add({}, {}, origin);
  capture.depend(side, std::span(&before, 1));
  const NodeIndex forked = capture.add({}, {}, side);
  EXPECT_EQ(capture.first_unjoined(false), forked);
  capture.depend(origin, std::span(&forked, 1));
  EXPECT_EQ(capture.first_unjoined(false), no_node) << "an edge to the origin's frontier is a join";
}

TEST(CaptureTest, JoiningALaterNodeJoinsAllBeforeIt) {
  Capture capture = begin();
  capture.add({}, {}, side);
  const NodeIndex last = capture.add({}, {}, side);
  capture.depend(origin, std::span(&last, 1));
  capture.add({}, {}, origin);
  EXPECT_EQ(capture.first_unjoined(false), no_node);
}

TEST(CaptureTest, AFrontierHoldsEachNodeOnce) {
  Frontier frontier{2, 5};
  const NodeIndex more[] = {5, 3};
  merge_into(frontier, more);
  EXPECT_EQ(frontier, (Frontier{2, 3, 5}));
}

}  // namespace
}  // namespace fencepost::model
