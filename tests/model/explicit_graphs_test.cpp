// Graphs built node by node, children, and changes of executables.

#include "played.h"

#include <gmock/gmock.h>

namespace fencepost::model {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr std::string_view declared = "stream main\nevent e\nbuffer x 64\nbuffer y 64\n";

Played played_after_declarations(std::string_view body, std::string_view more = {}) {
  std::string text(declared);
  return Played(text.append(body).append(more));
}

std::vector<NodeIndex> predecessors(const GraphPlan& plan, NodeIndex node) {
  const auto before = plan.predecessors_of(plan.nodes[node]);
  return {before.begin(), before.end()};
}

TEST(ExplicitGraphs, AreSortedAlongTheirEdges) {
  const Played run = played_after_declarations(
      "graph g\nnode last graph=g reads=x\nnode first graph=g writes=x\nnode alone graph=g writes=y\n"
      "edge first last graph=g\ninstantiate i from=g\nlaunch i stream=main\n");
  const GraphPlan& plan = *run.of(SubmissionKind::launch)[0]->submission.graph;
  ASSERT_THAT(plan.nodes, SizeIs(3));
  EXPECT_EQ(plan.nodes[0].line, 8U);  // first
  EXPECT_EQ(plan.nodes[1].line, 7U);  // last: it is the older of the two that may come now
  EXPECT_EQ(plan.nodes[2].line, 9U);
  EXPECT_THAT(predecessors(plan, 1), ElementsAre(0));
  EXPECT_THAT(predecessors(plan, 2), SizeIs(0));
  EXPECT_TRUE(plan.capture.exists());
}

TEST(ExplicitGraphs, WithACircleAreRefused) {
  const Played run = played_after_declarations(
      "graph g\nnode a graph=g\nnode b graph=g\nedge a b graph=g\nedge b a graph=g\ninstantiate i from=g\n");
  EXPECT_EQ(run.last(), Status::cudaErrorInvalidValue);
  EXPECT_EQ(run.sink.refused[0].refusal, Refusal::cyclic_graph);
}

TEST(ExplicitGraphs, AChildStandsForItsBeginningsAndEnds) {
  const Played run = played_after_declarations(
      "begin_capture h stream=main\nkernel a stream=main writes=x\nkernel b stream=main updates=x\nend_capture h\n"
      "graph g\nnode before graph=g writes=y\nchild c graph=g from=h\nnode after graph=g reads=x\n"
      "edge before c graph=g\nedge c after graph=g\ninstantiate i from=g\nlaunch i stream=main\n");
  const GraphPlan& plan = *run.of(SubmissionKind::launch)[0]->submission.graph;
  ASSERT_THAT(plan.nodes, SizeIs(4));
  EXPECT_THAT(predecessors(plan, 1), ElementsAre(0));
  EXPECT_THAT(predecessors(plan, 2), ElementsAre(1));
  EXPECT_THAT(predecessors(plan, 3), ElementsAre(2));
}

constexpr std::string_view one_kernel =
    "begin_capture g stream=main\nkernel k stream=main writes=x\nend_capture g\ninstantiate i from=g\n";

// Row L05.
TEST(GraphUpdates, ConcernLaterLaunches) {
  const Played run = played_after_declarations(
      one_kernel, "launch i stream=main\nupdate_node i node=k writes=y\nlaunch i stream=main\n");
  const auto launches = run.of(SubmissionKind::launch);
  EXPECT_EQ(launches[0]->submission.graph->accesses[0].generation, GenerationId{0});
  EXPECT_EQ(launches[1]->submission.graph->accesses[0].generation, GenerationId{1});
}

TEST(GraphUpdates, TakeParametersFromAGraphOfTheSameShape) {
  const Played run =
      played_after_declarations(one_kernel,
                                "begin_capture h stream=main\nkernel l stream=main writes=y\nend_capture h\n"
                                "update i from=h\nlaunch i stream=main\n");
  EXPECT_EQ(run.of(SubmissionKind::launch)[0]->submission.graph->accesses[0].generation, GenerationId{1});
}

// Row L06.
TEST(GraphUpdates, RefuseAnotherShapeAndChangeNothing) {
  const Played run = played_after_declarations(one_kernel,
                                               "begin_capture h stream=main\nfill l stream=main to=y\nend_capture h\n"
                                               "update i from=h\nlaunch i stream=main\n");
  EXPECT_EQ(run.outcomes[run.outcomes.size() - 2].status, Status::cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(run.of(SubmissionKind::launch)[0]->submission.graph->accesses[0].generation, GenerationId{0});
}

TEST(GraphUpdates, ADisabledNodeKeepsItsPlaceAndGetsItsAccessesBack) {
  const Played run = played_after_declarations(one_kernel,
                                               "disable_node i node=k\nlaunch i stream=main\n"
                                               "update_node i node=k writes=y\nlaunch i stream=main\n"
                                               "enable_node i node=k\nlaunch i stream=main\n");
  const auto launches = run.of(SubmissionKind::launch);
  EXPECT_EQ(launches[0]->submission.graph->nodes[0].kind, NodeKind::empty);
  EXPECT_THAT(launches[0]->submission.graph->accesses, SizeIs(0));
  EXPECT_THAT(launches[1]->submission.graph->accesses, SizeIs(0));
  ASSERT_THAT(launches[2]->submission.graph->accesses, SizeIs(1));
  EXPECT_EQ(launches[2]->submission.graph->accesses[0].generation, GenerationId{1});
}

TEST(CaptureDependencies, DroppedMakeTheNextNodeARoot) {
  const Played run = played_after_declarations(
      "begin_capture g stream=main\nkernel a stream=main writes=x\nrecord e stream=main\n"
      "update_dependencies stream=main\nkernel b stream=main writes=y\nwait e stream=main\nkernel c stream=main\n"
      "end_capture g\n");
  const GraphPlan& plan = *run.sink.graphs[0];
  EXPECT_THAT(predecessors(plan, 1), SizeIs(0));
  EXPECT_THAT(predecessors(plan, 2), ElementsAre(0, 1));
}

TEST(EarlyLaunch, OvertakesTheKernelsInFrontUpToAnythingElse) {
  const Played run = played_after_declarations(
      "kernel a stream=main\nrecord e stream=main\nkernel b stream=main\nkernel c stream=main early\n"
      "kernel d stream=main early\nkernel f stream=main\n");
  const auto kernels = run.of(SubmissionKind::work);
  EXPECT_EQ(kernels[1]->submission.overlaps_from, 0U);
  EXPECT_EQ(kernels[2]->submission.overlaps_from, kernels[1]->submission.execution);
  EXPECT_EQ(kernels[3]->submission.overlaps_from, kernels[1]->submission.execution);
  EXPECT_EQ(kernels[4]->submission.overlaps_from, 0U);
}

TEST(EarlyLaunch, OvertakesNothingButKernels) {
  const Played run = played_after_declarations("fill a stream=main to=x\nkernel b stream=main early\n");
  EXPECT_EQ(run.of(SubmissionKind::work)[1]->submission.overlaps_from, 0U);
}

// Row K20.
TEST(EarlyLaunch, InACaptureFollowsWhatThePredecessorFollows) {
  const Played run = played_after_declarations(
      "begin_capture g stream=main\nkernel a stream=main\nkernel b stream=main\nkernel c stream=main early\n"
      "kernel d stream=main\nend_capture g\n");
  const GraphPlan& plan = *run.sink.graphs[0];
  EXPECT_THAT(predecessors(plan, 1), ElementsAre(0));
  EXPECT_THAT(predecessors(plan, 2), ElementsAre(0));
  EXPECT_THAT(predecessors(plan, 3), ElementsAre(1, 2));
}

}  // namespace
}  // namespace fencepost::model
