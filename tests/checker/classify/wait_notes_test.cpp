#include <fencepost/checker/classify/wait_notes.h>

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

/// One wait for event 0 on the stream of axis 1.
void play(WaitNotes& notes, std::uint32_t line, const std::vector<model::CompletionPoint>& candidates, bool learned,
          bool unbound_possible = false) {
  model::BoundWait bound;
  bound.event = EventId{0};
  bound.candidates = candidates;
  bound.unbound_possible = unbound_possible;
  model::Submission wait;
  wait.kind = model::SubmissionKind::wait;
  wait.line = line;
  wait.axis = model::Axis{1};
  wait.event = EventId{0};
  wait.waits = std::span(&bound, 1);
  notes.add_wait(wait, learned);
}

model::CompletionPoint recorded_on(std::uint32_t axis) {
  return {1, model::no_node, model::SlotId::none(), model::Axis{axis}};
}

TEST(WaitNotes, AWaitForNothingIsVoid) {
  WaitNotes notes;
  play(notes, 5, {}, false, true);
  const auto found = notes.notes();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Note::Kind::void_wait);
  EXPECT_EQ(found[0].line, 5U);
}

TEST(WaitNotes, AWaitForWhatIsKnownIsRedundant) {
  WaitNotes notes;
  play(notes, 5, {recorded_on(2)}, false);
  const auto found = notes.notes();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Note::Kind::redundant_wait);
}

TEST(WaitNotes, AWaitThatOrdersSomethingIsNoNote) {
  WaitNotes notes;
  play(notes, 5, {recorded_on(2)}, true);
  EXPECT_TRUE(notes.notes().empty());
}

TEST(WaitNotes, AWaitForOnesOwnRecordIsNoNote) {
  // Row E30: harmless, and what a pool does that serves one stream.
  WaitNotes notes;
  play(notes, 5, {recorded_on(1)}, false);
  EXPECT_TRUE(notes.notes().empty());
}

TEST(WaitNotes, OneUsefulTurnOfALoopIsEnough) {
  WaitNotes notes;
  play(notes, 5, {}, false, true);
  play(notes, 5, {recorded_on(2)}, true);
  play(notes, 6, {recorded_on(2)}, false);
  play(notes, 6, {recorded_on(2)}, false);
  const auto found = notes.notes();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 6U);
}

TEST(WaitNotes, AnExternalWaitIsVoidWhenNoLaunchFindsARecord) {
  auto plan = std::make_shared<model::GraphPlan>();
  for (std::uint32_t i = 0; i < 2; ++i) {
    model::GraphNode node;
    node.kind = model::NodeKind::external_wait;
    node.line = 10 + i;
    node.library = i == 1;
    plan->nodes.push_back(node);
  }
  std::vector<model::BoundWait> waits(2);
  waits[0].node = 0;
  waits[1].node = 1;
  model::Submission launch;
  launch.graph = plan;
  launch.waits = waits;
  WaitNotes notes;
  notes.add_launch(launch);
  const auto found = notes.notes();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 10U);

  const std::vector<model::CompletionPoint> candidates{recorded_on(2)};
  waits[0].candidates = candidates;
  notes.add_launch(launch);
  EXPECT_TRUE(notes.notes().empty());
}

}  // namespace
}  // namespace fencepost::checker
