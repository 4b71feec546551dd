// Who knows of whom, by the clocks of queues and slots.

#include "races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::at;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::race;
using testing::Races;
using testing::read;
using testing::Script;
using testing::write;

struct Clocks : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(Clocks, AStreamIsOrdered) {
  script.work(1, {write()});
  script.work(1, {write()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, TwoStreamsAreNot) {
  const auto first = script.work(1, {write()});
  const auto second = script.work(2, {write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first), at(second))));
}

TEST_F(Clocks, AWaitOrdersAfterTheRecord) {
  script.work(1, {write()});
  const auto recorded = script.record(1);
  script.wait(2, {recorded});
  EXPECT_TRUE(races.learned_last());
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, ARecordDoesNotCoverWhatFollowsIt) {
  const auto recorded = script.record(1);
  const auto late = script.work(1, {write()});
  script.wait(2, {recorded});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(late), at(reader))));
}

TEST_F(Clocks, OrderPassesThroughAThirdStream) {
  script.work(1, {write()});
  const auto first = script.record(1, 1);
  script.wait(2, {first});
  const auto second = script.record(2, 2);
  script.wait(3, {second});
  script.work(3, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, TheNewestOfAnAxisNeedsNoSlot) {
  script.work(1, {write()});
  const auto newest = script.work(1);
  script.wait(2, {{newest.execution, model::no_node, model::SlotId::none(), newest.axis}});
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, AWaitForEitherPromisesWhatBothPromise) {
  script.work(1, {write(0, 8)});
  const auto early = script.record(1, 1);
  const auto extra = script.work(1, {write(8, 16)});
  const auto late = script.record(1, 2);
  script.wait(2, {early, late});
  script.work(2, {read(0, 8)});
  const auto reader = script.work(2, {read(8, 16)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(extra), at(reader), 8, 16)));
}

TEST_F(Clocks, AWaitThatNothingMaySatisfyOrdersNothing) {
  const auto writer = script.work(1, {write()});
  const auto recorded = script.record(1);
  script.wait(2, {recorded}, true);
  script.wait(2, {});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(reader))));
}

TEST_F(Clocks, AWaitForWhatIsKnownTeachesNothing) {
  const auto recorded = script.record(1);
  script.wait(2, {recorded});
  script.wait(2, {recorded});
  EXPECT_FALSE(races.learned_last());
}

TEST_F(Clocks, WhatTheHostWaitedForIsBeforeWhatItIssues) {
  const auto writer = script.work(1, {write()});
  script.host_wait({writer});
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, WhatTheHostDidNotWaitForIsNot) {
  const auto seen = script.work(1);
  script.host_wait({seen});
  const auto writer = script.work(1, {write()});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(reader))));
}

TEST_F(Clocks, WorkIssuedBeforeTheHostWaitedDoesNotProfit) {
  script.work(2);
  const auto writer = script.work(1, {write()});
  const auto early = script.work(2, {read()});
  script.host_wait({writer});
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(early))));
}

TEST_F(Clocks, AHostAccessIsBeforeWhatItsThreadIssues) {
  script.host_access({write()});
  script.work(1, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(Clocks, AHostAccessIsNotAfterWhatItsThreadIssued) {
  const auto reader = script.work(1, {read()});
  const auto host = script.host_access({write()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(reader), at(host))));
}

TEST_F(Clocks, AnotherThreadKnowsNothing) {
  const auto first = script.host_access({write()});
  script.issue_from(Script::other_host);
  const auto second = script.work(1, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first), at(second))));
}

TEST_F(Clocks, ASignalTellsAnotherThread) {
  script.host_access({write()});
  const auto signal = script.host_signal(5);
  script.issue_from(Script::other_host);
  script.host_wait({signal});
  script.work(1, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

}  // namespace
}  // namespace fencepost::checker
