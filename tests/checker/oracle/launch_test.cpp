// Launches: order inside a graph, across its border, and between launches.

#include "judgement.h"
#include "submission_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Graph, NodesWithoutAPathRace) {
  PlanScript plan;
  const auto root = plan.add({});
  const auto left = plan.add({root}, {write()});
  const auto right = plan.add({root}, {read()});
  SubmissionScript script;
  const auto launch = script.launch(1, plan.plan());
  EXPECT_THAT(races(script), ElementsAre(race(at_node(launch, left), at_node(launch, right))));
}

TEST(Graph, APathOrdersNodes) {
  PlanScript plan;
  const auto top = plan.add({}, {write()});
  const auto middle = plan.add({top});
  plan.add({middle}, {read()});
  SubmissionScript script;
  script.launch(1, plan.plan());
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Graph, ALaunchIsInStreamOrderAsAWhole) {
  PlanScript plan;
  plan.add({}, {write({0, 4})});
  plan.add({}, {write({4, 8})});
  SubmissionScript script;
  script.work(1, {write()});
  script.launch(1, plan.plan());
  script.work(1, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

// Row E04: an external record and an external wait in one graph give no edge.
TEST(ExternalPair, InOneGraphMayBeStale) {
  PlanScript plan;
  const auto writer = plan.add({}, {write()});
  const auto record = plan.external_record({writer});
  const auto wait = plan.external_wait({});
  const auto reader = plan.add({wait}, {read()});
  SubmissionScript script;
  const auto before = script.record(1);
  const auto launch = script.next();
  script.launch(1, plan.plan(), {{wait, {done(before), done(launch, record)}, false}});
  EXPECT_THAT(races(script), ElementsAre(race(at_node(launch, writer), at_node(launch, reader))));
}

TEST(ExternalPair, WithoutAnOlderRecordTheWaitIsUnbound) {
  PlanScript plan;
  const auto writer = plan.add({}, {write()});
  const auto record = plan.external_record({writer});
  const auto wait = plan.external_wait({});
  const auto reader = plan.add({wait}, {read()});
  SubmissionScript script;
  const auto launch = script.next();
  script.launch(1, plan.plan(), {{wait, {done(launch, record)}, true}});
  EXPECT_THAT(races(script), ElementsAre(race(at_node(launch, writer), at_node(launch, reader))));
}

TEST(ExternalPair, OfTwoLaunchesOrders) {
  PlanScript producer;
  const auto writer = producer.add({}, {write()});
  const auto record = producer.external_record({writer});
  PlanScript consumer;
  const auto wait = consumer.external_wait({});
  consumer.add({wait}, {read()});
  SubmissionScript script;
  const auto first = script.launch(1, producer.plan());
  script.launch(2, consumer.plan(), {{wait, {done(first, record)}, false}});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(ExternalPair, CoversOnlyTheNodesBeforeTheRecord) {
  PlanScript producer;
  const auto early = producer.add({}, {write({0, 4})});
  producer.external_record({early});
  const auto late = producer.add({early}, {write({4, 8})});
  PlanScript consumer;
  const auto wait = consumer.external_wait({});
  const auto reader = consumer.add({wait}, {read()});
  SubmissionScript script;
  const auto first = script.launch(1, producer.plan());
  const auto second = script.launch(2, consumer.plan(), {{wait, {done(first, 1)}, false}});
  EXPECT_THAT(races(script), ElementsAre(race(at_node(first, late), at_node(second, reader), {4, 8})));
}

// Two unordered records of one event in one launch are both candidates (definitions.md 2).
TEST(ExternalPair, TwoUnorderedRecordsPromiseWhatBothDo) {
  PlanScript producer;
  const auto shared = producer.add({}, {write({0, 4})});
  const auto left = producer.add({shared}, {write({4, 6})});
  const auto right = producer.add({shared}, {write({6, 8})});
  const auto first_record = producer.external_record({left});
  const auto second_record = producer.external_record({right});
  SubmissionScript script;
  const auto launch = script.launch(1, producer.plan());
  script.wait(2, {done(launch, first_record), done(launch, second_record)});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(at_node(launch, left), eager(reader), {4, 6}),
                                         race(at_node(launch, right), eager(reader), {6, 8})));
}

// Two waits that each have the other side's record as a candidate: the greatest solution keeps
// what both ways into the pair have in common.
TEST(ExternalPair, CrossedCandidatesInOneLaunch) {
  PlanScript plan;
  const auto first_wait = plan.external_wait({});
  const auto first_record = plan.external_record({first_wait});
  const auto second_wait = plan.external_wait({});
  const auto second_record = plan.external_record({second_wait});
  plan.add({first_wait}, {read({0, 4})});
  const auto second_reader = plan.add({second_wait}, {read({4, 8})});
  SubmissionScript script;
  script.work(1, {write({0, 4})});
  const auto old = script.record(1);
  const auto unseen = script.work(1, {write({4, 8})});
  const auto launch = script.next();
  script.launch(2, plan.plan(),
                {{first_wait, {done(old), done(launch, second_record)}, false},
                 {second_wait, {done(old), done(launch, first_record)}, false}});
  EXPECT_THAT(races(script), ElementsAre(race(eager(unseen), at_node(launch, second_reader), {4, 8})));
}

TEST(Executables, LaunchesOfOneSerialise) {
  PlanScript plan;
  plan.add({}, {write()});
  SubmissionScript script;
  const auto first = script.launch(1, plan.plan());
  script.launch(2, plan.plan(), {{model::no_node, {done(first)}, false}});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Executables, LaunchesOfTwoDoNot) {
  PlanScript plan;
  const auto node = plan.add({}, {write()});
  SubmissionScript script;
  const auto first = script.launch(1, plan.plan());
  const auto second = script.launch(2, plan.plan());
  EXPECT_THAT(races(script), ElementsAre(race(at_node(first, node), at_node(second, node))));
}

}  // namespace
}  // namespace fencepost::checker
