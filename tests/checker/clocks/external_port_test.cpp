// Order that enters and leaves a launch in the middle (rows E02 to E08, definitions.md 2).

#include "races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::at;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Plan;
using testing::race;
using testing::Races;
using testing::read;
using testing::Script;
using testing::write;

struct ExternalPort : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(ExternalPort, AWaiterIsAfterWhatLeadsToTheRecord) {
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto record = plan.record({writer});
  const auto launch = script.launch(1, plan);
  script.wait(2, {Script::recorded(launch.execution, record)});
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(ExternalPort, AWaiterIsNotAfterTheRestOfTheLaunch) {
  Plan plan;
  const auto record = plan.record({});
  const auto writer = plan.work({record}, {write()});
  const auto launch = script.launch(1, plan);
  script.wait(2, {Script::recorded(launch.execution, record)});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, writer), at(reader))));
}

TEST_F(ExternalPort, AWaiterIsAfterWhatTheLaunchWasAfter) {
  Plan plan;
  const auto record = plan.record({});
  script.work(1, {write()});
  const auto launch = script.launch(1, plan);
  script.wait(2, {Script::recorded(launch.execution, record)});
  script.work(2, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(ExternalPort, TwoRecordsPromiseWhatLeadsToBoth) {
  Plan plan;
  const auto both = plan.work({}, {write(0, 8)});
  const auto left = plan.work({both}, {write(8, 16)});
  const auto left_record = plan.record({left});
  const auto right_record = plan.record({both});
  const auto launch = script.launch(1, plan);
  script.wait(2, {Script::recorded(launch.execution, left_record), Script::recorded(launch.execution, right_record)});
  script.work(2, {read(0, 8)});
  const auto reader = script.work(2, {read(8, 16)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, left), at(reader), 8, 16)));
}

TEST_F(ExternalPort, ARecordAndAWholeLaunchPromiseWhatLeadsToTheRecord) {
  Plan plan;
  const auto writer = plan.work({}, {write(0, 8)});
  const auto record = plan.record({writer});
  const auto rest = plan.work({record}, {write(8, 16)});
  const auto launch = script.launch(1, plan);
  script.wait(2, {launch, Script::recorded(launch.execution, record)});
  script.work(2, {read(0, 8)});
  const auto reader = script.work(2, {read(8, 16)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(launch, rest), at(reader), 8, 16)));
}

TEST_F(ExternalPort, NodesBehindAWaitAreAfterTheRecord) {
  Plan plan;
  const auto wait = plan.wait({});
  plan.work({wait}, {read()});
  script.work(2, {write()});
  const auto recorded = script.record(2);
  script.launch(1, plan, {{wait, {recorded}}});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(ExternalPort, NodesBesideAWaitAreNot) {
  Plan plan;
  const auto wait = plan.wait({});
  const auto beside = plan.work({}, {read()});
  const auto writer = script.work(2, {write()});
  const auto recorded = script.record(2);
  const auto launch = script.launch(1, plan, {{wait, {recorded}}});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(launch, beside))));
}

TEST_F(ExternalPort, AfterTheLaunchEverybodyIsAfterTheRecord) {
  Plan plan;
  const auto wait = plan.wait({});
  script.work(2, {write()});
  const auto recorded = script.record(2);
  script.launch(1, plan, {{wait, {recorded}}});
  script.work(1, {read()});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(ExternalPort, AnUnboundWaitOrdersNothing) {
  Plan plan;
  const auto wait = plan.wait({});
  const auto reader = plan.work({wait}, {read()});
  const auto writer = script.work(2, {write()});
  const auto recorded = script.record(2);
  const auto launch = script.launch(1, plan, {{wait, {recorded}, true}});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), at(launch, reader))));
}

TEST_F(ExternalPort, ARecordOfTheSameLaunchIsNoEdge) {
  // Rows E02 to E04: the wait may see the record of the launch before.
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto record = plan.record({writer});
  const auto wait = plan.wait({});
  const auto reader = plan.work({wait}, {read()});
  const auto older = script.record(1);
  const auto launch = script.next();
  script.launch(1, plan, {{wait, {older, Script::recorded(launch, record)}}});
  EXPECT_THAT(races.pairs(), ElementsAre(race({launch, writer}, {launch, reader})));
}

TEST_F(ExternalPort, ARecordOfTheSameLaunchCancelsAnOlderEdge) {
  Plan plan;
  const auto record = plan.record({});
  const auto wait = plan.wait({});
  const auto reader = plan.work({wait}, {read()});
  const auto writer = script.work(2, {write()});
  const auto older = script.record(2);
  const auto launch = script.next();
  script.launch(1, plan, {{wait, {older, Script::recorded(launch, record)}}});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(writer), {launch, reader})));
}

TEST_F(ExternalPort, ButNotWhenThatRecordKnowsAsMuch) {
  // Both ways of satisfying the second wait lead through the older record.
  Plan plan;
  const auto first_wait = plan.wait({}, 1);
  const auto record = plan.record({first_wait}, 2);
  const auto second_wait = plan.wait({}, 2);
  plan.work({second_wait}, {read()});
  script.work(2, {write()});
  const auto older = script.record(2);
  const auto launch = script.next();
  script.launch(1, plan, {{first_wait, {older}}, {second_wait, {older, Script::recorded(launch, record)}}});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(ExternalPort, WaitsThatFeedEachOtherKeepWhatBothBringFromOutside) {
  Plan plan;
  const auto first_wait = plan.wait({}, 1);
  const auto second_wait = plan.wait({}, 2);
  const auto first_record = plan.record({second_wait}, 1);
  const auto second_record = plan.record({first_wait}, 2);
  plan.work({first_wait}, {read(0, 8)});
  const auto reader = plan.work({first_wait}, {read(8, 16)});
  script.work(2, {write(0, 8)});
  const auto common = script.record(2, 1);
  const auto extra = script.work(2, {write(8, 16)});
  const auto more = script.record(2, 2);
  const auto launch = script.next();
  script.launch(1, plan,
                {{first_wait, {more, Script::recorded(launch, first_record)}},
                 {second_wait, {common, Script::recorded(launch, second_record)}}});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(extra), {launch, reader}, 8, 16)));
}

TEST_F(ExternalPort, ALaunchReadsTheRecordOfTheLaunchBefore) {
  // The slot of the record is read before this launch fills it again.
  Plan plan;
  const auto wait = plan.wait({});
  const auto reader = plan.work({wait}, {read()});
  const auto record = plan.record({reader});
  const auto first = script.launch(1, plan, {{wait, {}, true}});
  const auto writer = script.work(2, {write()});
  const auto second = script.next();
  script.launch(3, plan, {{wait, {Script::recorded(first.execution, record)}}});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(first, reader), at(writer)), race(at(writer), {second, reader})));
}

}  // namespace
}  // namespace fencepost::checker
