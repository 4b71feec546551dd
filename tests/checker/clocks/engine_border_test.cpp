// Where launches meet what was there before and what comes after.

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

struct Border : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(Border, AReplayIsAfterWhatItsStreamDid) {
  Plan plan;
  plan.work({}, {read()});
  script.work(1, {write()});
  script.launch(1, plan);
  script.work(1, {write()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Border, AReplayIsNotAfterAnotherStream) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  const auto writer = script.work(2, {write()});
  const auto launch = script.launch(1, plan);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(launch, reader))));
}

TEST_F(Border, AnotherStreamIsNotAfterAReplay) {
  Plan plan;
  const auto writer = plan.work({}, {write()});
  plan.work({writer}, {read()});
  const auto launch = script.launch(1, plan);
  const auto other = script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, writer), at(other))));
}

TEST_F(Border, OnlyTheLastWriteOfAReplayIsRemembered) {
  Plan plan;
  const auto first = plan.work({}, {write()});
  const auto last = plan.work({first}, {write()});
  const auto launch = script.launch(1, plan);
  const auto other = script.work(2, {write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, last), at(other))));
}

TEST_F(Border, EveryReplayShowsAnInnerRace) {
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto reader = plan.work({}, {read()});
  const auto first = script.launch(1, plan);
  const auto second = script.launch(1, plan);
  EXPECT_THAT(races.pairs(),
              ElementsAre(race(at(first, writer), at(first, reader)), race(at(second, writer), at(second, reader))));
}

TEST_F(Border, ReplaysOnTwoStreamsRace) {
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto first = script.launch(1, plan);
  const auto second = script.launch(2, plan);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first, writer), at(second, writer))));
}

TEST_F(Border, UnlessTheSecondWaitsForTheFirst) {
  Plan plan;
  plan.work({}, {write()});
  const auto first = script.launch(1, plan);
  script.launch(2, plan, {{model::no_node, {first}}});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Border, AWriteBehindAReadInTheGraphStillMeetsOlderReads) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  const auto writer = plan.work({reader}, {write()});
  const auto older = script.work(2, {read()});
  const auto launch = script.launch(1, plan);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(older), at(launch, writer))));
}

TEST_F(Border, OlderReadsSurviveAReplayThatOnlyReads) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  const auto older = script.work(2, {read()});
  const auto launch = script.launch(1, plan);
  const auto writer = script.work(3, {write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(older), at(writer)), race(at(launch, reader), at(writer))));
}

TEST_F(Border, AReplayThatReadsStandsForTheReadsBeforeIt) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  script.work(1, {read()});
  const auto launch = script.launch(1, plan);
  const auto writer = script.work(2, {write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, reader), at(writer))));
}

TEST_F(Border, AReplayThatReadsHidesNoAtomicUpdate) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  const auto update = script.work(1, {atomic()});
  const auto launch = script.launch(1, plan);
  const auto writer = script.work(2, {write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(update), at(writer)), race(at(launch, reader), at(writer))));
}

TEST_F(Border, IntervalsOfTheGraphAndOfTheBytesNeedNotAgree) {
  Plan plan;
  const auto node = plan.work({}, {write(4, 12)});
  const auto low = script.work(2, {write(0, 6)});
  const auto high = script.work(2, {write(6, 16)});
  const auto launch = script.launch(1, plan);
  EXPECT_THAT(races.pairs(),
              ElementsAre(race(at(low), at(launch, node), 4, 6), race(at(high), at(launch, node), 6, 12)));
}

TEST_F(Border, AnEmptyGraphTouchesNothing) {
  const Plan plan;
  const auto first = script.work(2, {write()});
  script.launch(1, plan);
  const auto second = script.work(3, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first), at(second))));
}

TEST_F(Border, CountsTheAccessesOfEveryReplay) {
  Plan plan;
  plan.work({}, {write(), read(8, 16)});
  script.launch(1, plan);
  script.launch(1, plan);
  script.work(1, {read()});
  EXPECT_EQ(races.engine().access_count(), 5U);
}

}  // namespace
}  // namespace fencepost::checker
