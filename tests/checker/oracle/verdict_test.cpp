// Wrong values, lifetimes, witnesses and refusals.

#include "judgement.h"
#include "submission_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<oracle::WrongValue> wrong_values(const SubmissionScript& script) {
  const auto verdict = oracle::judge(script.log());
  EXPECT_TRUE(verdict.has_value());
  return verdict->wrong_values;
}

std::vector<oracle::LifetimeFault> lifetime_faults(const SubmissionScript& script,
                                                   std::span<const model::Generation> generations = {}) {
  const auto verdict = oracle::judge(script.log(), generations);
  EXPECT_TRUE(verdict.has_value());
  return verdict->lifetime_faults;
}

TEST(Values, AReaderThatMayComeFirstSeesTheInitialValue) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto reader = script.work(2, {read()});
  const auto wrong = wrong_values(script);
  ASSERT_THAT(wrong, SizeIs(1));
  EXPECT_EQ(wrong[0].reader, eager(reader));
  EXPECT_EQ(wrong[0].expected, eager(writer));
  EXPECT_EQ(wrong[0].seen, std::nullopt);
  EXPECT_THAT(wrong[0].order, ElementsAre(eager(reader)));
}

TEST(Values, AReaderBehindAnEventSeesItsWriter) {
  SubmissionScript script;
  script.work(1, {write()});
  const auto recorded = script.record(1);
  script.wait(2, {done(recorded)});
  script.work(2, {read()});
  EXPECT_THAT(wrong_values(script), IsEmpty());
}

TEST(Values, ALateWriterIsSeenTooEarly) {
  SubmissionScript script;
  const auto reader = script.work(1, {read()});
  const auto writer = script.work(2, {write()});
  const auto wrong = wrong_values(script);
  ASSERT_THAT(wrong, SizeIs(1));
  EXPECT_EQ(wrong[0].expected, std::nullopt);
  EXPECT_EQ(wrong[0].seen, eager(writer));
  EXPECT_THAT(wrong[0].order, ElementsAre(eager(writer), eager(reader)));
}

// Two unordered writes race, but nobody reads what they leave.
TEST(Values, ARaceWithoutAReaderIsNoWrongValue) {
  SubmissionScript script;
  script.work(1, {write()});
  script.work(2, {write()});
  EXPECT_THAT(wrong_values(script), IsEmpty());
  EXPECT_THAT(races(script), SizeIs(1));
}

TEST(Values, AtomicUpdatesInAnyOrderGiveOneValue) {
  SubmissionScript script;
  script.work(1, {atomic()});
  const auto first = script.record(1);
  script.work(2, {atomic()});
  script.wait(2, {done(first)});
  script.work(2, {read()});
  EXPECT_THAT(wrong_values(script), IsEmpty());
}

TEST(Values, AnAtomicUpdateMissedIsAWrongValue) {
  SubmissionScript script;
  script.work(1, {atomic()});
  script.work(2, {atomic()});
  const auto reader = script.work(2, {read()});
  const auto wrong = wrong_values(script);
  ASSERT_THAT(wrong, SizeIs(1));
  EXPECT_EQ(wrong[0].reader, eager(reader));
}

TEST(Lifetimes, AnAccessSubmittedAfterTheReleaseIsAFault) {
  SubmissionScript script;
  script.release({0, 8}, 7);
  const auto late = script.work(1, {access(AccessMode::read, {}, 7)});
  EXPECT_THAT(lifetime_faults(script),
              ElementsAre(oracle::LifetimeFault{eager(late), model::GenerationId{7}, model::RegionId{0}, 0, 8}));
}

// The model saw the name used after `free`, whichever tenure it resolved it to.
TEST(Lifetimes, AnAccessMarkedByTheModelIsAFault) {
  model::MemoryAccess marked = read();
  marked.after_release = true;
  SubmissionScript script;
  const auto late = script.work(1, {marked});
  EXPECT_THAT(lifetime_faults(script),
              ElementsAre(oracle::LifetimeFault{eager(late), model::GenerationId{0}, model::RegionId{0}, 0, 8}));
}

TEST(Lifetimes, PendingWorkOfTheOldOwnerIsNone) {
  SubmissionScript script;
  script.work(1, {access(AccessMode::read, {}, 7)});
  script.release({0, 8}, 7);
  script.work(1, {access(AccessMode::read, {}, 8)});
  EXPECT_THAT(lifetime_faults(script), IsEmpty());
}

TEST(Lifetimes, AReplayAfterTheReleaseIsAFault) {
  PlanScript plan;
  const auto node = plan.add({}, {access(AccessMode::read, {}, 7)});
  SubmissionScript script;
  script.launch(1, plan.plan());
  script.release({0, 8}, 7);
  const auto replay = script.launch(1, plan.plan());
  EXPECT_THAT(lifetime_faults(script), ElementsAre(oracle::LifetimeFault{at_node(replay, node), model::GenerationId{7},
                                                                         model::RegionId{0}, 0, 8}));
}

TEST(Lifetimes, BytesOfTheGraphsOwnPoolStayWithIt) {
  PlanScript plan;
  plan.add({}, {access(AccessMode::read, {}, 0)});
  SubmissionScript script;
  script.release({0, 8}, 0);
  script.launch(1, plan.plan());
  model::Generation own;
  own.graph_memory = true;
  EXPECT_THAT(lifetime_faults(script, {&own, 1}), IsEmpty());
}

TEST(Witness, RunsTheLaterAccessFirstAndNothingItNeedsLater) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto gate = script.record(2);
  script.wait(3, {done(gate)});
  const auto reader = script.work(3, {read()});
  const auto order = oracle::witness(script.log(), race(eager(writer), eager(reader)));
  EXPECT_EQ(order.back(), eager(reader));
  EXPECT_THAT(order, ::testing::Contains(eager(gate)));
  EXPECT_THAT(order, ::testing::Not(::testing::Contains(eager(writer))));
}

TEST(Refusal, TooManyItems) {
  SubmissionScript script;
  for (std::size_t count = 0; count < oracle::item_limit; ++count) script.work(1);
  EXPECT_TRUE(oracle::judge(script.log()).has_value());
  script.work(1);
  const auto verdict = oracle::judge(script.log());
  ASSERT_FALSE(verdict.has_value());
  EXPECT_EQ(verdict.error(), oracle::Refusal::too_many_items);
}

TEST(Refusal, TooManyStates) {
  SubmissionScript script;
  for (std::uint32_t stream = 1; stream <= 4; ++stream) script.work(stream, {write()});
  oracle::Limits limits;
  // Sixteen sets of completed items; which of them wrote last makes 1 + 4·1 + 6·2 + 4·3 + 1·4.
  limits.states = 33;
  EXPECT_TRUE(oracle::judge(script.log(), {}, limits).has_value());
  limits.states = 32;
  const auto verdict = oracle::judge(script.log(), {}, limits);
  ASSERT_FALSE(verdict.has_value());
  EXPECT_EQ(verdict.error(), oracle::Refusal::too_many_states);
}

}  // namespace
}  // namespace fencepost::checker
