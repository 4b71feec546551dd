#include "played.h"

#include <gmock/gmock.h>

namespace fencepost::model {
namespace {

using testing::SizeIs;

constexpr std::string_view two_streams = "stream main\nstream side\nevent done\nbuffer x 64\n";

Played played_on_two_streams(std::string_view body, Rules rules = {}) {
  return Played(std::string(two_streams) + std::string(body), rules);
}

TEST(SubmissionsTest, AWaitIsBoundToTheRecordNewestWhenItIsSubmitted) {
  const Played run = played_on_two_streams("record done stream=main\nrecord done stream=side\nwait done stream=main\n");
  const auto records = run.of(SubmissionKind::record);
  const auto waits = run.of(SubmissionKind::wait);
  ASSERT_THAT(waits, SizeIs(1));
  ASSERT_THAT(waits[0]->waits, SizeIs(1));
  ASSERT_THAT(waits[0]->waits[0].candidates, SizeIs(1));
  EXPECT_EQ(waits[0]->waits[0].candidates[0].execution, records[1]->submission.execution);
  EXPECT_EQ(waits[0]->waits[0].candidates[0].slot, records[1]->submission.slot);
}

TEST(SubmissionsTest, ALaterRecordDoesNotMoveAWaitThatIsBound) {
  const Played run = played_on_two_streams("record done stream=main\nwait done stream=side\nrecord done stream=main\n");
  EXPECT_EQ(run.of(SubmissionKind::wait)[0]->waits[0].candidates[0].execution,
            run.of(SubmissionKind::record)[0]->submission.execution);
}

TEST(SubmissionsTest, AWaitForAnEventThatWasNeverRecordedIsUnbound) {
  const Played run = played_on_two_streams("wait done stream=side\n");
  const auto waits = run.of(SubmissionKind::wait);
  ASSERT_THAT(waits[0]->waits, SizeIs(1));
  EXPECT_TRUE(waits[0]->waits[0].wait.unbound_possible);
  EXPECT_THAT(waits[0]->waits[0].candidates, SizeIs(0));
}

TEST(SubmissionsTest, CapturedWorkIsSubmittedByLaunchesOnly) {
  const Played run = played_on_two_streams(
      "begin_capture g stream=main\nkernel k stream=main writes=x\nend_capture g\n"
      "instantiate e from=g\nlaunch e stream=main\nlaunch e stream=main\n");
  EXPECT_THAT(run.of(SubmissionKind::work), SizeIs(0));
  EXPECT_THAT(run.of(SubmissionKind::launch), SizeIs(2));
}

// Row E01: an internal pair makes no nodes; B.1 of the measurements counts three kernels, two edges.
TEST(SubmissionsTest, AnInternalPairIsAnEdge) {
  const Played run = played_on_two_streams(
      "begin_capture g stream=main\nkernel a stream=main writes=x\nrecord done stream=main\nwait done stream=side\n"
      "kernel b stream=side reads=x\nrecord done stream=side\nwait done stream=main\nkernel c stream=main writes=x\n"
      "end_capture g\n");
  ASSERT_THAT(run.sink.graphs, SizeIs(1));
  const GraphPlan& graph = *run.sink.graphs[0];
  ASSERT_THAT(graph.nodes, SizeIs(3));
  EXPECT_THAT(graph.predecessors_of(graph.nodes[1]), testing::ElementsAre(0U));
  EXPECT_THAT(graph.predecessors_of(graph.nodes[2]), testing::ElementsAre(0U, 1U));
}

// Row E02: an external pair makes two nodes and no edge between them.
TEST(SubmissionsTest, AnExternalPairIsTwoNodesWithoutAnEdge) {
  const Played run = played_on_two_streams(
      "event forked\nevent joined\nbegin_capture g stream=main\nrecord forked stream=main\nwait forked stream=side\n"
      "kernel a stream=main writes=x\nrecord done stream=main external\nwait done stream=side external\n"
      "kernel b stream=side reads=x\nrecord joined stream=side\nwait joined stream=main\nend_capture g\n");
  ASSERT_THAT(run.sink.graphs, SizeIs(1));
  const GraphPlan& graph = *run.sink.graphs[0];
  ASSERT_THAT(graph.nodes, SizeIs(4));
  EXPECT_EQ(graph.nodes[1].kind, NodeKind::external_record);
  EXPECT_EQ(graph.nodes[2].kind, NodeKind::external_wait);
  EXPECT_THAT(graph.predecessors_of(graph.nodes[2]), SizeIs(0)) << "the wait node is a root";
}

TEST(SubmissionsTest, AnExternalWaitMayAlsoSeeTheRecordOfItsOwnLaunch) {
  const Played run = played_on_two_streams(
      "event forked\nevent joined\nbegin_capture g stream=main\nrecord forked stream=main\nwait forked stream=side\n"
      "record done stream=main external\nwait done stream=side external\n"
      "record joined stream=side\nwait joined stream=main\nend_capture g\n"
      "record done stream=main\ninstantiate e from=g\nlaunch e stream=main\nlaunch e stream=side\n");
  const auto launches = run.of(SubmissionKind::launch);
  ASSERT_THAT(launches, SizeIs(2));
  const auto& first = launches[0]->waits.back();
  ASSERT_THAT(first.candidates, SizeIs(2));
  EXPECT_EQ(first.wait.node, 1U);
  EXPECT_EQ(first.candidates[0].execution, run.of(SubmissionKind::record)[0]->submission.execution);
  EXPECT_EQ(first.candidates[1].execution, launches[0]->submission.execution);
  EXPECT_EQ(first.candidates[1].node, 0U);
  EXPECT_FALSE(first.wait.unbound_possible);

  const auto& second = launches[1]->waits.back();
  EXPECT_EQ(second.candidates[0].execution, launches[0]->submission.execution) << "the first launch recorded it";
  EXPECT_EQ(second.candidates[0].node, 0U);
}

TEST(SubmissionsTest, WithoutAnyEarlierRecordAnExternalWaitMayFindNone) {
  const Played run = played_on_two_streams(
      "event forked\nevent joined\nbegin_capture g stream=main\nrecord forked stream=main\nwait forked stream=side\n"
      "record done stream=main external\nwait done stream=side external\n"
      "record joined stream=side\nwait joined stream=main\nend_capture g\ninstantiate e from=g\nlaunch e "
      "stream=main\n");
  EXPECT_TRUE(run.of(SubmissionKind::launch)[0]->waits.back().wait.unbound_possible);
}

TEST(SubmissionsTest, ARecordOrderedBeforeTheWaitIsSurelySeen) {
  const Played run = played_on_two_streams(
      "begin_capture g stream=main\nrecord done stream=main external\nwait done stream=main external\nend_capture g\n"
      "instantiate e from=g\nlaunch e stream=main\n");
  EXPECT_FALSE(run.of(SubmissionKind::launch)[0]->waits.back().wait.unbound_possible);
}

TEST(SubmissionsTest, ARecordOrderedAfterTheWaitIsNoCandidate) {
  const Played run = played_on_two_streams(
      "begin_capture g stream=main\nwait done stream=main external\nrecord done stream=main external\nend_capture g\n"
      "record done stream=side\ninstantiate e from=g\nlaunch e stream=main\n");
  const auto& wait = run.of(SubmissionKind::launch)[0]->waits.back();
  ASSERT_THAT(wait.candidates, SizeIs(1));
  EXPECT_EQ(wait.candidates[0].execution, run.of(SubmissionKind::record)[0]->submission.execution);
}

TEST(SubmissionsTest, LaunchesOfOneExecutableWaitForOneAnother) {
  const Played run = played_on_two_streams(
      "begin_capture g stream=main\nkernel k stream=main writes=x\nend_capture g\ninstantiate e from=g\n"
      "instantiate f from=g\nlaunch e stream=main\nlaunch e stream=side\nlaunch f stream=main\n");
  const auto launches = run.of(SubmissionKind::launch);
  EXPECT_THAT(launches[0]->waits, SizeIs(0));
  ASSERT_THAT(launches[1]->waits, SizeIs(1));
  EXPECT_EQ(launches[1]->waits[0].wait.reason, EdgeReason::launch);
  EXPECT_EQ(launches[1]->waits[0].candidates[0].execution, launches[0]->submission.execution);
  EXPECT_THAT(launches[2]->waits, SizeIs(0)) << "another executable is independent (row L02)";
}

TEST(SubmissionsTest, TheLegacyStreamFollowsBlockingStreamsOnly) {
  const Played run = played_on_two_streams(
      "stream default kind=legacy\nstream blocking kind=blocking\nkernel a stream=main writes=x\n"
      "kernel b stream=blocking writes=x\nkernel c stream=default writes=x\nkernel d stream=blocking writes=x\n");
  const auto work = run.of(SubmissionKind::work);
  ASSERT_THAT(work[2]->waits, SizeIs(1));
  EXPECT_EQ(work[2]->waits[0].candidates[0].execution, work[1]->submission.execution);
  ASSERT_THAT(work[3]->waits, SizeIs(1));
  EXPECT_EQ(work[3]->waits[0].candidates[0].execution, work[2]->submission.execution);
}

TEST(SubmissionsTest, ARecordedStreamIsSeenCompleteBeforeItsBytesComeBack) {
  const Played run = played_on_two_streams(
      "alloc a 64 stream=main\nkernel use stream=side writes=a\nrecord_stream a stream=side\nfree a\n"
      "alloc b 64 stream=main\n");
  const auto hand_overs = run.of(SubmissionKind::hand_over);
  const auto& again = *hand_overs.back();
  const auto records = run.of(SubmissionKind::record);
  ASSERT_THAT(records, SizeIs(1)) << "the allocator records its own event when the block is freed";
  ASSERT_THAT(again.discharged, SizeIs(1));
  EXPECT_EQ(again.discharged[0].execution, records[0]->submission.execution);
  EXPECT_EQ(run.device.generations().back().lo, run.device.generations()[1].lo) << "the same bytes";
}

TEST(SubmissionsTest, WithoutRecordedStreamsBytesComeBackUnprotected) {
  const Played run = played_on_two_streams(
      "alloc a 64 stream=main\nkernel use stream=side writes=a\nfree a\nalloc b 64 stream=main\n");
  EXPECT_THAT(run.of(SubmissionKind::record), SizeIs(0));
  EXPECT_THAT(run.of(SubmissionKind::hand_over).back()->discharged, SizeIs(0));
}

TEST(SubmissionsTest, ABlockFreedInACaptureWithRecordedStreamsIsNotReusedThere) {
  const Played run = played_on_two_streams(
      "pool graphs kind=private\nbegin_capture g stream=main pool=graphs\nalloc a 64 stream=main\n"
      "record_stream a stream=side\nfree a\nalloc b 64 stream=main\nend_capture g\n");
  const auto generations = run.device.generations();
  EXPECT_NE(generations[2].lo, generations[1].lo);
}

TEST(SubmissionsTest, ABlockFreedInACaptureWithoutRecordedStreamsIsReusedAtOnce) {
  const Played run = played_on_two_streams(
      "pool graphs kind=private\nbegin_capture g stream=main pool=graphs\nalloc a 64 stream=main\n"
      "free a\nalloc b 64 stream=main\nend_capture g\n");
  const auto generations = run.device.generations();
  EXPECT_EQ(generations[2].lo, generations[1].lo);
  EXPECT_EQ(generations[2].region, generations[1].region);
  EXPECT_TRUE(generations[2].graph_memory);
}

TEST(SubmissionsTest, FreeingRawMemoryTouchesItAll) {
  const Played run = played_on_two_streams("pool driver kind=raw\nalloc a 64 pool=driver\nfree a\n");
  const auto releases = run.of(SubmissionKind::release);
  ASSERT_THAT(releases[0]->accesses, SizeIs(1));
  EXPECT_EQ(releases[0]->accesses[0].hi, 64U);
  const Played cached = played_on_two_streams("alloc a 64 stream=main\nfree a\n");
  EXPECT_THAT(cached.of(SubmissionKind::release)[0]->accesses, SizeIs(0));
}

TEST(SubmissionsTest, ACommunicatorOfSeveralRanksIsSerialised) {
  const Played run = played_on_two_streams(
      "communicator world ranks=2\nall_reduce a communicator=world stream=main updates=x\n"
      "all_reduce b communicator=world stream=side updates=x\n");
  const auto work = run.of(SubmissionKind::work);
  ASSERT_THAT(work[1]->waits, SizeIs(1));
  EXPECT_EQ(work[1]->waits[0].wait.reason, EdgeReason::collective);
  EXPECT_EQ(work[1]->waits[0].candidates[0].execution, work[0]->submission.execution);
}

TEST(SubmissionsTest, OneRankIsNotSerialised) {
  const Played run = played_on_two_streams(
      "communicator alone ranks=1\nall_reduce a communicator=alone stream=main updates=x\n"
      "all_reduce b communicator=alone stream=side updates=x\n");
  EXPECT_THAT(run.of(SubmissionKind::work)[1]->waits, SizeIs(0));
}

/// Only the last record can be the newest one after a launch; the others are nodes that do nothing.
TEST(SubmissionsTest, ACapturedCollectiveHasAWaitBeforeItAndARecordAfterIt) {
  const Played run = played_on_two_streams(
      "communicator world ranks=2\nbegin_capture g stream=main\nall_reduce a communicator=world stream=main updates=x\n"
      "all_reduce b communicator=world stream=main updates=x\nend_capture g\n");
  ASSERT_THAT(run.sink.graphs, SizeIs(1));
  std::vector<NodeKind> kinds;
  for (const GraphNode& node : run.sink.graphs[0]->nodes) kinds.push_back(node.kind);
  EXPECT_THAT(kinds, testing::ElementsAre(NodeKind::external_wait, NodeKind::work, NodeKind::empty, NodeKind::work,
                                          NodeKind::external_record));
}

TEST(SubmissionsTest, AStreamSynchronisationWaitsForItsNewestWork) {
  const Played run = played_on_two_streams("kernel a stream=main writes=x\nsynchronize stream main\n");
  const auto waits = run.of(SubmissionKind::host_wait);
  ASSERT_THAT(waits, SizeIs(1));
  EXPECT_EQ(waits[0]->waits[0].candidates[0].execution, run.of(SubmissionKind::work)[0]->submission.execution);
}

TEST(SubmissionsTest, ACopyFromPageableMemoryBlocksTheHostUntilTheSourceIsRead) {
  const Played run = played_on_two_streams("buffer h 64 memory=pageable\ncopy up stream=main from=h to=x sync\n");
  const auto work = run.of(SubmissionKind::work);
  ASSERT_THAT(work, SizeIs(2));
  EXPECT_EQ(work[0]->accesses[0].mode, AccessMode::read);
  EXPECT_EQ(work[1]->accesses[0].mode, AccessMode::write);
  EXPECT_EQ(run.of(SubmissionKind::host_wait)[0]->waits[0].candidates[0].execution, work[0]->submission.execution);
}

TEST(SubmissionsTest, ACopyBetweenDeviceBuffersDoesNotBlockTheHost) {
  const Played run = played_on_two_streams("buffer y 64\ncopy over stream=main from=x to=y sync\n");
  EXPECT_THAT(run.of(SubmissionKind::host_wait), SizeIs(0));
}

}  // namespace
}  // namespace fencepost::model
