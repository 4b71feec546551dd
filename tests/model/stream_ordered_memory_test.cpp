// Memory in stream order (tables P and A), and bytes that stand where a recorded program had them.

#include "played.h"

#include <gmock/gmock.h>

namespace fencepost::model {
namespace {

using testing::SizeIs;

Played played_with_async_pool(std::string_view body) {
  return Played("stream a\nstream b\nevent e\npool driver kind=async\n" + std::string(body));
}

TEST(StreamOrderedMemory, AllocationAndFreeAreWorkOnTheirStreams) {
  const Played run = played_with_async_pool("alloc x 4KiB pool=driver stream=a\nfree x stream=b\n");
  const auto allocations = run.of(SubmissionKind::work);
  const auto releases = run.of(SubmissionKind::release);
  ASSERT_THAT(allocations, SizeIs(1));
  ASSERT_THAT(releases, SizeIs(1));
  EXPECT_THAT(allocations[0]->accesses, SizeIs(1));
  EXPECT_FALSE(allocations[0]->accesses[0].generation.exists());
  EXPECT_THAT(releases[0]->accesses, SizeIs(1));
  EXPECT_TRUE(releases[0]->accesses[0].generation.exists());
  EXPECT_NE(allocations[0]->submission.axis, releases[0]->submission.axis);
  EXPECT_NE(releases[0]->submission.axis, releases[0]->submission.issuer);
}

TEST(StreamOrderedMemory, ComesBackOnItsStreamWithoutFurtherOrder) {
  const Played run =
      played_with_async_pool("alloc x 4KiB pool=driver stream=a\nfree x stream=a\nalloc y 4KiB pool=driver stream=a\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  ASSERT_THAT(handed, SizeIs(2));
  EXPECT_EQ(handed[0]->submission.hand_over.region, handed[1]->submission.hand_over.region);
  EXPECT_THAT(handed[1]->discharged, SizeIs(0));
}

TEST(StreamOrderedMemory, ComesToAnotherStreamBehindItsFree) {
  const Played run =
      played_with_async_pool("alloc x 4KiB pool=driver stream=a\nfree x stream=a\nalloc y 4KiB pool=driver stream=b\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  ASSERT_THAT(handed, SizeIs(2));
  EXPECT_EQ(handed[0]->submission.hand_over.region, handed[1]->submission.hand_over.region);
  ASSERT_THAT(handed[1]->discharged, SizeIs(1));
  EXPECT_EQ(handed[1]->discharged[0].execution, run.of(SubmissionKind::release)[0]->submission.execution);
}

TEST(StreamOrderedMemory, PrefersWhatWasFreedOnTheSameStream) {
  const Played run = played_with_async_pool(
      "alloc x 4KiB pool=driver stream=a\nalloc y 4KiB pool=driver stream=b\nfree x stream=a\nfree y stream=b\n"
      "alloc z 4KiB pool=driver stream=a\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  EXPECT_EQ(handed[2]->submission.hand_over.region, handed[0]->submission.hand_over.region);
}

// Rows A03 and A05.
TEST(StreamOrderedMemory, IsReusedInsideOneGraphAndNotInAnother) {
  const Played run = played_with_async_pool(
      "begin_capture g stream=a\nalloc x 4KiB pool=driver stream=a\nfree x stream=a\n"
      "alloc y 4KiB pool=driver stream=a\nfree y stream=a\nend_capture g\n"
      "begin_capture h stream=a\nalloc z 4KiB pool=driver stream=a\nfree z stream=a\nend_capture h\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  ASSERT_THAT(handed, SizeIs(3));
  EXPECT_EQ(handed[1]->submission.hand_over.region, handed[0]->submission.hand_over.region);
  EXPECT_NE(handed[2]->submission.hand_over.region, handed[0]->submission.hand_over.region);
  EXPECT_THAT(run.sink.graphs[0]->nodes, SizeIs(4));
}

TEST(StreamOrderedMemory, IsNotReusedOnABranchThatTheFreeDoesNotLeadTo) {
  const Played run = played_with_async_pool(
      "begin_capture g stream=a\nrecord e stream=a\nwait e stream=b\nalloc x 4KiB pool=driver stream=a\n"
      "free x stream=a\nalloc y 4KiB pool=driver stream=b\nfree y stream=b\nrecord e stream=b\nwait e stream=a\n"
      "end_capture g\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  EXPECT_NE(handed[1]->submission.hand_over.region, handed[0]->submission.hand_over.region);
}

TEST(StreamOrderedMemory, OfAGraphIsHandedOutAgainByEachLaunch) {
  const Played run = played_with_async_pool(
      "begin_capture g stream=a\nalloc x 4KiB pool=driver stream=a\nkernel k stream=a writes=x\nend_capture g\n"
      "instantiate i from=g\nlaunch i stream=a\nfree x stream=a\nlaunch i stream=a\n");
  EXPECT_EQ(run.last(), Status::success);
  EXPECT_THAT(run.of(SubmissionKind::hand_over), SizeIs(2));
  EXPECT_TRUE(run.device.generations()[0].alive());
}

TEST(RecordedAddresses, ArePlacedWhereTheProgramHadThem) {
  const Played run = Played("stream a\nalloc x 4KiB stream=a at=0x1000\nalloc y 64 stream=a at=0x3000\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  EXPECT_EQ(handed[0]->submission.hand_over.lo, 0x1000U);
  EXPECT_EQ(handed[0]->submission.hand_over.hi, 0x2000U);
  EXPECT_EQ(handed[1]->submission.hand_over.region, handed[0]->submission.hand_over.region);
  EXPECT_EQ(run.outcomes[1].placed, 0x1000U);
}

TEST(RecordedAddresses, OfTwoLiveTensorsDoNotOverlap) {
  const Played run = Played("stream a\nalloc x 4KiB stream=a at=0x1000\nalloc y 64 stream=a at=0x1fc0\n");
  ASSERT_TRUE(run.device.error());
  EXPECT_EQ(run.device.error()->kind, ModelError::Kind::misuse);
}

TEST(RecordedAddresses, MayBeTakenOnceTheyAreFree) {
  const Played run = Played(
      "stream a\nalloc x 4KiB stream=a at=0x1000\nfree x\nalloc y 64 stream=a at=0x1fc0\n"
      "alloc z 64 stream=a at=0x1000\n");
  EXPECT_FALSE(run.device.error());
  EXPECT_EQ(run.device.generations()[1].previous, GenerationId{0});
}

TEST(Trimming, TakesFreeSegmentsAwayAndKeepsUsedOnes) {
  const Played run = Played(
      "stream a\npool cache kind=caching\nalloc x 4KiB pool=cache stream=a\nfree x\ntrim cache\n"
      "alloc y 4KiB pool=cache stream=a\nalloc z 4KiB pool=cache stream=a\nfree z\ntrim cache\n"
      "alloc w 4KiB pool=cache stream=a\n");
  const auto handed = run.of(SubmissionKind::hand_over);
  EXPECT_NE(handed[1]->submission.hand_over.region, handed[0]->submission.hand_over.region);
  EXPECT_EQ(handed[3]->submission.hand_over.region, handed[2]->submission.hand_over.region);
}

}  // namespace
}  // namespace fencepost::model
