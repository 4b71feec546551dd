// Which of the unordered pairs the fast engine has to report, and that the list does not depend on
// how intervals were cut.

#include "checker/oracle/submission_script.h"
#include <fencepost/checker/oracle/oracle.h>
#include <fencepost/checker/reference/races.h>

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The frontier by the full vectors, after checking that the other two give the same.
std::vector<RacePair> frontier(const SubmissionScript& script) {
  const auto histories = reference::byte_histories(script.log());
  const auto pairs = reference::frontier(histories, reference::unordered_by(reference::vector_order, script.log()));
  EXPECT_EQ(reference::frontier(histories, reference::unordered_by(reference::closure_order, script.log())), pairs);
  const auto verdict = oracle::judge(script.log());
  EXPECT_EQ(reference::frontier(histories, reference::unordered_in(verdict->unordered)), pairs);
  return pairs;
}

TEST(Frontier, AWriteHidesAllThatCameBefore) {
  SubmissionScript script;
  const auto first = script.work(1, {write()});
  const auto second = script.work(2, {write()});
  const auto third = script.work(3, {read()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(first), eager(second)), race(eager(second), eager(third))));
}

TEST(Frontier, AReadHidesNoWrite) {
  SubmissionScript script;
  const auto writer = script.work(1, {write()});
  const auto first = script.work(2, {read()});
  const auto second = script.work(3, {read()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(writer), eager(first)), race(eager(writer), eager(second))));
}

TEST(Frontier, AReadHidesTheReadsBeforeIt) {
  SubmissionScript script;
  script.work(1, {read()});
  const auto last = script.work(1, {read()});
  const auto writer = script.work(2, {write()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(last), eager(writer))));
}

TEST(Frontier, UnorderedReadsAllStay) {
  SubmissionScript script;
  const auto first = script.work(1, {read()});
  const auto second = script.work(2, {read()});
  const auto writer = script.work(3, {write()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(first), eager(writer)), race(eager(second), eager(writer))));
}

TEST(Frontier, AnAtomicUpdateHidesNoWriteAndNoRead) {
  SubmissionScript script;
  const auto first = script.work(1, {write()});
  const auto update = script.work(2, {atomic()});
  const auto reader = script.work(2, {read()});
  const auto last = script.work(3, {write()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(first), eager(update)), race(eager(first), eager(reader)),
                                            race(eager(first), eager(last)), race(eager(update), eager(last)),
                                            race(eager(reader), eager(last))));
}

TEST(Frontier, UnorderedAtomicUpdatesAllStay) {
  SubmissionScript script;
  const auto first = script.work(1, {atomic()});
  const auto second = script.work(2, {atomic()});
  const auto reader = script.work(3, {read()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(first), eager(reader)), race(eager(second), eager(reader))));
}

TEST(Frontier, AnAtomicUpdateHidesThoseOrderedBeforeIt) {
  SubmissionScript script;
  script.work(1, {atomic()});
  const auto last = script.work(1, {atomic()});
  const auto reader = script.work(2, {read()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(last), eager(reader))));
}

TEST(Frontier, ReadingWhatOneUpdatesAtomicallyIsExclusive) {
  SubmissionScript script;
  const auto plain = script.work(1, {atomic()});
  const auto both = script.work(2, {atomic(), read()});
  const auto last = script.work(3, {atomic()});
  EXPECT_THAT(frontier(script), ElementsAre(race(eager(plain), eager(both)), race(eager(both), eager(last))));
}

TEST(Frontier, HidesByteByByte) {
  SubmissionScript script;
  const auto wide = script.work(1, {write({0, 8})});
  const auto narrow = script.work(2, {write({2, 4})});
  const auto reader = script.work(3, {read({0, 8})});
  EXPECT_THAT(frontier(script),
              ElementsAre(race(eager(wide), eager(narrow), {2, 4}), race(eager(wide), eager(reader), {0, 2}),
                          race(eager(wide), eager(reader), {4, 8}), race(eager(narrow), eager(reader), {2, 4})));
}

TEST(Frontier, ADischargedReadIsGone) {
  SubmissionScript script;
  script.work(1, {read()});
  const auto seen = script.record(1);
  script.hand_over({0, 8}, {done(seen)});
  script.work(2, {write()});
  EXPECT_THAT(frontier(script), IsEmpty());
}

TEST(Normalise, JoinsTouchingAndOverlappingBytesOfOnePair) {
  EXPECT_THAT(normalise({race(eager(1), eager(2), {4, 8}), race(eager(1), eager(2), {0, 4}),
                         race(eager(1), eager(2), {6, 10}), race(eager(1), eager(2), {6, 10})}),
              ElementsAre(race(eager(1), eager(2), {0, 10})));
}

TEST(Normalise, AbsorbsBytesThatLieInside) {
  EXPECT_THAT(normalise({race(eager(1), eager(2), {0, 8}), race(eager(1), eager(2), {2, 4})}),
              ElementsAre(race(eager(1), eager(2), {0, 8})));
}

TEST(Normalise, KeepsGapsAndOtherPairsApart) {
  EXPECT_THAT(
      normalise({race(eager(1), eager(3), {4, 8}), race(eager(1), eager(2), {6, 8}), race(eager(1), eager(2), {0, 4})}),
      ElementsAre(race(eager(1), eager(2), {0, 4}), race(eager(1), eager(2), {6, 8}),
                  race(eager(1), eager(3), {4, 8})));
}

}  // namespace
}  // namespace fencepost::checker
