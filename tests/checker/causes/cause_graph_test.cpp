#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/causes/paths.h>

#include <checker/causes/hand_made.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using model::EdgeReason;
using testing::ElementsAre;
using testing::IsEmpty;

class CauseGraphTest : public testing::Test {
 protected:
  [[nodiscard]] bool before(model::ExecutionId a, model::ExecutionId b) const {
    return ordered(graph, graph.vertex_of(a), graph.vertex_of(b));
  }

  CauseGraph graph;
  HandMade submit{graph};
};

TEST_F(CauseGraphTest, OneStreamIsOrdered) {
  const auto first = submit.work(main_stream);
  const auto second = submit.work(main_stream);
  EXPECT_TRUE(before(first, second));
  EXPECT_FALSE(before(second, first));
  EXPECT_FALSE(before(first, first));
}

TEST_F(CauseGraphTest, TwoStreamsAreNot) {
  const auto first = submit.work(main_stream);
  const auto second = submit.work(side_stream);
  EXPECT_FALSE(before(first, second));
}

TEST_F(CauseGraphTest, WaitOrdersWhatFollowsAfterWhatTheRecordFollows) {
  const auto covered = submit.work(main_stream);
  const auto record = submit.record(main_stream);
  const auto late = submit.work(main_stream);
  const auto early = submit.work(side_stream);
  submit.wait(side_stream, {completion(record)});
  const auto waiting = submit.work(side_stream);
  EXPECT_TRUE(before(covered, waiting));
  EXPECT_FALSE(before(late, waiting));
  EXPECT_FALSE(before(covered, early));
}

TEST_F(CauseGraphTest, WaitOnNothingOrdersNothing) {
  const auto record = submit.record(main_stream);
  submit.wait(side_stream, {}, 0, true);
  const auto free = submit.work(side_stream);
  submit.wait(third_stream, {completion(record)}, 0, true);
  const auto also_free = submit.work(third_stream);
  EXPECT_FALSE(before(record, free));
  EXPECT_FALSE(before(record, also_free));
}

TEST_F(CauseGraphTest, HostSynchronisationOrdersLaterWork) {
  const auto done = submit.work(main_stream);
  const auto too_early = submit.work(side_stream);
  submit.wait(host, {completion(done)});
  const auto later = submit.work(side_stream);
  EXPECT_TRUE(before(done, later));
  EXPECT_FALSE(before(done, too_early));
}

// Main records twice around its second piece of work; whoever may be satisfied by either record has
// been promised only what precedes both.
TEST_F(CauseGraphTest, SeveralCandidatesPromiseWhatAllOfThemPromise) {
  const auto shared = submit.work(main_stream);
  const auto first_record = submit.record(main_stream);
  const auto only_second = submit.work(main_stream);
  const auto second_record = submit.record(main_stream);
  submit.wait(side_stream, {completion(first_record), completion(second_record)});
  const auto waiting = submit.work(side_stream);
  EXPECT_TRUE(before(shared, waiting));
  EXPECT_TRUE(before(first_record, waiting));
  EXPECT_FALSE(before(only_second, waiting));
  submit.wait(third_stream, {completion(second_record), completion(first_record)});
  const auto the_other_way_round = submit.work(third_stream);
  EXPECT_TRUE(before(first_record, the_other_way_round));
  EXPECT_FALSE(before(only_second, the_other_way_round));
}

TEST_F(CauseGraphTest, CandidatesWithNothingInCommonPromiseNothing) {
  const auto first = submit.record(main_stream);
  const auto second = submit.record(side_stream);
  submit.wait(third_stream, {completion(first), completion(second)});
  const auto waiting = submit.work(third_stream);
  EXPECT_FALSE(before(first, waiting));
  EXPECT_FALSE(before(second, waiting));
}

// 0 → 1, 0 → 2: a fork.
TEST_F(CauseGraphTest, LaunchIsAStartItsNodesAndAnEnd) {
  const auto before_launch = submit.work(main_stream, 1);
  const auto launch = submit.launch(main_stream, plan_of({{}, {0}, {0}}), 2);
  const auto after_launch = submit.work(main_stream, 3);
  ASSERT_EQ(graph.vertex_count(), 7U);  // two eager operations, start, three nodes, end
  const auto node = [&](model::NodeIndex index) { return graph.vertex_of(launch, index); };
  EXPECT_TRUE(ordered(graph, graph.vertex_of(before_launch), node(0)));
  EXPECT_TRUE(ordered(graph, node(0), node(1)));
  EXPECT_TRUE(ordered(graph, node(0), node(2)));
  EXPECT_FALSE(ordered(graph, node(1), node(2)));
  EXPECT_TRUE(ordered(graph, node(1), graph.vertex_of(after_launch)));
  EXPECT_TRUE(ordered(graph, node(2), graph.vertex_of(after_launch)));
  EXPECT_THAT(graph.causes(node(1)), ElementsAre(Cause(node(0), EdgeReason::dependency)));
  EXPECT_THAT(graph.causes(node(0)), ElementsAre(Cause(graph.start_of(launch), EdgeReason::launch)));
}

TEST_F(CauseGraphTest, EmptyGraphStillPassesOrderOn) {
  const auto before_launch = submit.work(main_stream);
  submit.launch(main_stream, plan_of({}));
  const auto after_launch = submit.work(main_stream);
  EXPECT_TRUE(before(before_launch, after_launch));
}

// Node 0 records externally, node 1 works on behind it; who waits for the record waits for node 0.
TEST_F(CauseGraphTest, ExternalRecordIsReachedBeforeTheLaunchIsDone) {
  using model::NodeKind;
  const auto launch =
      submit.launch(main_stream, plan_of({{}, {0}, {1}}, {NodeKind::work, NodeKind::external_record, NodeKind::work}));
  submit.wait(side_stream, {completion(launch, 1)});
  const auto waiting = submit.work(side_stream);
  EXPECT_TRUE(ordered(graph, graph.vertex_of(launch, 0), graph.vertex_of(waiting)));
  EXPECT_FALSE(ordered(graph, graph.vertex_of(launch, 2), graph.vertex_of(waiting)));
}

TEST_F(CauseGraphTest, ExternalWaitHoldsBackItsNodeAndNotTheOthers) {
  using model::NodeKind;
  const auto record = submit.record(side_stream);
  submit.bind(0, {completion(record)});
  const auto launch = submit.launch(main_stream, plan_of({{}, {0}, {}}, {NodeKind::external_wait}));
  EXPECT_TRUE(ordered(graph, graph.vertex_of(record), graph.vertex_of(launch, 1)));
  EXPECT_FALSE(ordered(graph, graph.vertex_of(record), graph.vertex_of(launch, 2)));
}

// The wait (node 0) was created before the record (node 2) of the same event, and an eager record
// came earlier. Either may satisfy it: an unordered record in the graph cancels the eager one,
// except for what both follow (definitions.md 2).
TEST_F(CauseGraphTest, UnorderedRecordInTheSameLaunchCancelsAnEagerOne) {
  using model::NodeKind;
  const auto shared = submit.work(main_stream);
  const auto handed = submit.record(main_stream);
  submit.wait(side_stream, {completion(handed)});
  const auto covered_by_eager_only = submit.work(side_stream);
  const auto eager = submit.record(side_stream);
  submit.bind(0, {completion(eager), completion(submit.next(), 2)});
  const auto launch = submit.launch(
      main_stream, plan_of({{}, {}, {1}}, {NodeKind::external_wait, NodeKind::work, NodeKind::external_record}));
  const auto wait = graph.vertex_of(launch, 0);
  EXPECT_FALSE(ordered(graph, graph.vertex_of(covered_by_eager_only), wait));
  EXPECT_FALSE(ordered(graph, graph.vertex_of(launch, 1), wait));
  EXPECT_TRUE(ordered(graph, graph.vertex_of(shared), wait));
}

TEST_F(CauseGraphTest, KeepsACauseOnceEvenWhenItCameTwice) {
  const auto record = submit.record(main_stream);
  const auto wait = submit.wait(main_stream, {completion(record)});
  EXPECT_THAT(graph.causes(graph.vertex_of(wait)), ElementsAre(Cause(graph.vertex_of(record), EdgeReason::stream)));
}

TEST_F(CauseGraphTest, PointsSayWhatTheyStandFor) {
  submit.work(main_stream, 7);
  submit.launch(main_stream, plan_of({{}}), 8);
  const auto second = submit.launch(main_stream, plan_of({{}}), 9);
  const CausePoint node = graph.point(graph.vertex_of(second, 0));
  EXPECT_EQ(node.kind, CausePoint::Kind::launch_node);
  EXPECT_EQ(node.line, 100U);
  EXPECT_EQ(node.launch_line, 9U);
  EXPECT_EQ(node.launch_number, 2U);
  EXPECT_EQ(graph.point(graph.start_of(second)).kind, CausePoint::Kind::launch_start);
  EXPECT_EQ(graph.point(graph.vertex_of(second)).kind, CausePoint::Kind::launch_end);
  EXPECT_EQ(graph.point(0).line, 7U);
  EXPECT_EQ(graph.point(0).launch_number, 0U);
}

TEST_F(CauseGraphTest, FindsEveryExecutionOfALine) {
  submit.work(main_stream, 7);
  const auto first = submit.launch(main_stream, plan_of({{}}), 8);
  const auto second = submit.launch(main_stream, plan_of({{}}), 8);
  EXPECT_THAT(graph.vertices_at(100), ElementsAre(graph.vertex_of(first, 0), graph.vertex_of(second, 0)));
  EXPECT_THAT(graph.vertices_at(8), ElementsAre(graph.vertex_of(first), graph.vertex_of(second)));
  EXPECT_THAT(graph.vertices_at(55), IsEmpty());
}

TEST_F(CauseGraphTest, UnknownExecutionsHaveNoVertex) {
  submit.work(main_stream);
  EXPECT_EQ(graph.vertex_of(0), no_vertex);
  EXPECT_EQ(graph.vertex_of(2), no_vertex);
}

}  // namespace
}  // namespace fencepost::checker
