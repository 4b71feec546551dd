// Statuses that no trace can state because they are sets, and the errors that end a play. The rows of
// tables E, K, M and L are traces: traces/corpus/cuda.

#include "played.h"

#include <gmock/gmock.h>

namespace fencepost::model {
namespace {

using testing::HasSubstr;

TEST(StatusTest, AQueryMayAnswerEitherWay) {
  const Played run("stream s\nevent e\nbuffer x 8\nkernel k stream=s writes=x\nrecord e stream=s\nquery event e\n");
  EXPECT_TRUE(run.outcomes.back().possible.contains(Status::success));
  EXPECT_TRUE(run.outcomes.back().possible.contains(Status::cudaErrorNotReady));
  EXPECT_EQ(run.last(), Status::cudaErrorNotReady) << "the adversary finishes as late as it may";
}

TEST(StatusTest, AQueryOfAnEventThatWasNeverRecordedSucceeds) {
  const Played run("stream s\nevent e\nquery event e\n");
  EXPECT_EQ(run.outcomes.back().possible, StatusSet(Status::success));
}

TEST(StatusTest, AnAnsweredQueryIsBelieved) {
  const Played run("stream s\nevent e\nrecord e stream=s\nquery event e ready=yes\n");
  EXPECT_EQ(run.last(), Status::success);
  EXPECT_EQ(run.of(SubmissionKind::host_wait).size(), 1U);
  const Played other("stream s\nevent e\nrecord e stream=s\nquery event e ready=no\n");
  EXPECT_EQ(other.of(SubmissionKind::host_wait).size(), 0U);
}

TEST(StatusTest, AllocationsSayWhereTheyArePlaced) {
  const Played run("stream s\nalloc a 64 stream=s\nfree a\nalloc b 64 stream=s\n");
  ASSERT_TRUE(run.outcomes[1].placed);
  EXPECT_EQ(run.outcomes[1].placed, run.outcomes[3].placed);
}

TEST(StatusTest, ARefusedCallChangesNothingElse) {
  const Played run("stream s\nevent e\nrecord e stream=s external\nwait e stream=s\n");
  EXPECT_EQ(run.outcomes[2].status, Status::cudaErrorIllegalState);
  EXPECT_TRUE(run.of(SubmissionKind::record).empty());
  EXPECT_TRUE(run.of(SubmissionKind::wait)[0]->waits[0].candidates.empty()) << "the event is still unrecorded";
}

TEST(StatusTest, WhatIsNotModelledIsNeverIgnored) {
  const Played run("stream s\nbegin_capture g stream=s\nbuffer x 8\nkernel k stream=s reads=x@1\nend_capture g\n");
  ASSERT_TRUE(run.device.error());
  EXPECT_EQ(run.device.error()->kind, ModelError::Kind::not_modelled);
  EXPECT_THAT(run.device.error()->message, HasSubstr("not modelled yet: line 5"));
}

TEST(StatusTest, FreeingWhatWasNeverAllocatedIsNoSchedule) {
  const Played run("stream s\nbuffer x 8\nfree x\n");
  ASSERT_TRUE(run.device.error());
  EXPECT_EQ(run.device.error()->line, 4U);
  EXPECT_THAT(run.device.error()->message, HasSubstr("lives to the end"));
}

TEST(StatusTest, ACaptureMustEnd) {
  const Played open("stream s\nbegin_capture g stream=s\n");
  ASSERT_TRUE(open.device.error());
  EXPECT_THAT(open.device.error()->message, HasSubstr("never ends"));
  const Played closed("stream s\nbegin_capture g stream=s\nend_capture g\n");
  EXPECT_FALSE(closed.device.error());
}

TEST(StatusTest, ARegisteredPoolMayNotGrowInACapture) {
  const Played run(
      "stream s\npool windows kind=registered\nbegin_capture g stream=s\nalloc a 64 pool=windows stream=s\n"
      "end_capture g\n");
  EXPECT_EQ(run.outcomes[3].status, Status::cudaErrorMemoryAllocation);
  EXPECT_EQ(run.sink.refused[0].refusal, Refusal::pool_exhausted_in_capture);
}

TEST(StatusTest, ARegisteredPoolServesACaptureFromWhatItHas) {
  const Played run(
      "stream s\npool windows kind=registered\nalloc a 64 pool=windows stream=s\nfree a\n"
      "begin_capture g stream=s\nalloc a 64 pool=windows stream=s\nend_capture g\n");
  EXPECT_EQ(run.outcomes[5].status, Status::success);
}

}  // namespace
}  // namespace fencepost::model
