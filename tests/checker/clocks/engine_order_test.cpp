// Bytes that change hands, and operations that touch the same bytes twice.

#include "races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::at;
using testing::atomic;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Plan;
using testing::race;
using testing::Races;
using testing::read;
using testing::Script;
using testing::write;

struct HandOver : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(HandOver, ByItselfOrdersNothing) {
  const auto old_reader = script.work(1, {read(0, 8, 1)});
  script.hand_over(0, 8, 2);
  const auto new_writer = script.work(2, {write(0, 8, 2)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(old_reader), at(new_writer))));
}

TEST_F(HandOver, ForgetsWhatThePoolSawComplete) {
  script.work(1, {read(0, 8, 1)});
  const auto seen = script.record(1);
  script.hand_over(0, 8, 2, {seen});
  script.work(2, {write(0, 8, 2)});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(HandOver, ForgetsNothingElse) {
  script.work(1, {write(0, 16, 1)});
  const auto seen = script.record(1);
  const auto late = script.work(1, {read(0, 8, 1)});
  script.hand_over(0, 8, 2, {seen});
  const auto inside = script.work(2, {write(0, 8, 2)});
  const auto outside = script.work(2, {write(8, 16, 1)});
  EXPECT_THAT(races.pairs(), ElementsAre(race({1, model::no_node}, at(outside), 8, 16), race(at(late), at(inside))));
}

TEST_F(HandOver, GivesTheHostNoOrder) {
  const auto elsewhere = script.work(1, {write(8, 16)});
  const auto seen = script.record(1);
  script.hand_over(0, 8, 2, {seen});
  const auto reader = script.work(2, {read(8, 16)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(elsewhere), at(reader), 8, 16)));
}

TEST_F(HandOver, ForgetsNodesOfAReplayThatThePoolSaw) {
  Plan plan;
  const auto reader = plan.work({}, {read(0, 8, 1)});
  const auto record = plan.record({reader});
  const auto launch = script.launch(1, plan);
  script.hand_over(0, 8, 2, {Script::recorded(launch.execution, record)});
  script.work(2, {write(0, 8, 2)});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

struct OneOperation : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(OneOperation, DoesNotRaceWithItself) {
  script.work(1, {read(), write(), atomic()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(OneOperation, ThatReadsAndUpdatesAtomicallyConflictsWithAtomicUpdates) {
  const auto first = script.work(1, {read(), atomic()});
  const auto second = script.work(2, {atomic()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first), at(second))));
}

TEST_F(OneOperation, CompletesAnUpdateInEachPieceOfItsBytes) {
  script.work(3, {read(0, 4)});
  const auto both = script.work(1, {read(0, 8), atomic(0, 8)});
  const auto other = script.work(2, {atomic(0, 8)});
  EXPECT_THAT(races.pairs(), ElementsAre(race({1, model::no_node}, at(both), 0, 4), race(at(both), at(other), 0, 8)));
}

TEST_F(OneOperation, CompletesAnUpdateOnlyWhereItAlsoReads) {
  const auto both = script.work(1, {read(0, 4), atomic(0, 8)});
  const auto other = script.work(2, {atomic(0, 8)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(both), at(other), 0, 4)));
}

TEST_F(OneOperation, ThatOnlyUpdatesAtomicallyDoesNot) {
  script.work(1, {atomic()});
  script.work(2, {atomic()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(OneOperation, OfAReplayThatReadsAndUpdatesAtomicallyConflictsToo) {
  Plan plan;
  const auto node = plan.work({}, {read(), atomic()});
  const auto launch = script.launch(1, plan);
  const auto second = script.work(2, {atomic()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, node), at(second))));
}

}  // namespace
}  // namespace fencepost::checker
