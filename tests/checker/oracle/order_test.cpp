// Which orders a queue machine has: each positive beside the negative that differs in one thing.

#include "judgement.h"
#include "submission_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Streams, TwoWithoutAnEventRace) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

TEST(Streams, TwoWithAnEventDoNotRace) {
  SubmissionScript script;
  script.work(1, {write()});
  const auto recorded = script.record(1);
  script.wait(2, {done(recorded)});
  script.work(2, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Streams, OneIsInOrder) {
  SubmissionScript script;
  script.work(1, {write()});
  script.work(1, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Streams, ARecordCoversOnlyWhatCameBefore) {
  SubmissionScript script;
  const auto recorded = script.record(1);
  const auto writer = script.work(1, {write()});
  script.wait(2, {done(recorded)});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

TEST(Streams, AWaitHoldsOnlyWhatComesAfter) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto recorded = script.record(1);
  const auto reader = script.work(2, {read()});
  script.wait(2, {done(recorded)});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

TEST(Streams, OrderPassesThroughAThird) {
  SubmissionScript script;
  script.work(1, {write()});
  const auto first = script.record(1);
  script.wait(2, {done(first)});
  const auto second = script.record(2);
  script.wait(3, {done(second)});
  script.work(3, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Bytes, ReadersDoNotRace) {
  SubmissionScript script;
  script.work(1, {read()});
  script.work(2, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Bytes, OnlyTheOverlapRaces) {
  SubmissionScript script;
  const auto low = script.work(1, {write({0, 6})});
  const auto high = script.work(2, {write({4, 8})});
  script.work(3, {write({8, 12})});
  EXPECT_THAT(races(script), ElementsAre(race(eager(low), eager(high), {4, 6})));
}

TEST(Bytes, TouchingRangesDoNotOverlap) {
  SubmissionScript script;
  script.work(1, {write({0, 4})});
  script.work(2, {write({4, 8})});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Bytes, AtomicUpdatesCommuteWithEachOtherOnly) {
  SubmissionScript script;
  const auto first = script.work(1, {atomic()});
  const auto second = script.work(2, {atomic()});
  EXPECT_THAT(races(script), IsEmpty());
  const auto reader = script.work(3, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(first), eager(reader)), race(eager(second), eager(reader))));
}

TEST(Bytes, AnAtomicUpdateRacesWithAnEarlierRead) {
  SubmissionScript script;
  const auto reader = script.work(1, {read()});
  const auto update = script.work(2, {atomic()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(reader), eager(update))));
}

TEST(Host, AccessRacesWithPendingWork) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto reader = script.host_access({read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

TEST(Host, SynchronisingOrdersItAndAllIssuedLater) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  script.host_wait({done(writer)});
  script.host_access({read()});
  script.work(2, {write()});
  EXPECT_THAT(races(script), ElementsAre());
}

TEST(Host, WorkStartsAfterWhatItsThreadDidBefore) {
  SubmissionScript script;
  script.host_access({write()});
  script.work(1, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(AnyOf, PromisesOnlyWhatAllCandidatesPromise) {
  SubmissionScript script;
  script.work(1, {write({0, 4})});
  const auto first = script.record(1);
  const auto only_second = script.work(2, {write({4, 8})});
  script.wait(2, {done(first)});
  const auto second = script.record(2);
  script.wait(3, {done(first), done(second)});
  const auto reader = script.work(3, {read()});
  // The first candidate lets the reader go before stream 2 has written; both follow stream 1.
  EXPECT_THAT(races(script), ElementsAre(race(eager(only_second), eager(reader), {4, 8})));
}

TEST(AnyOf, AloneACandidatePromisesAll) {
  SubmissionScript script;
  const auto first = script.record(1);
  script.work(2, {write()});
  script.wait(2, {done(first)});
  const auto second = script.record(2);
  script.wait(3, {done(second)});
  script.work(3, {read()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(AnyOf, AWaitThatMayBeUnboundPromisesNothing) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto recorded = script.record(1);
  script.wait(2, {done(recorded)}, true);
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

}  // namespace
}  // namespace fencepost::checker
