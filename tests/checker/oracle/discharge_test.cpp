// Incidental order (definitions.md 3) protects the bytes handed over, and nothing else.

#include "judgement.h"
#include "submission_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Discharge, ProtectsTheBytesHandedOver) {
  SubmissionScript script;
  script.work(1, {read()});
  const auto seen = script.record(1);
  script.hand_over({0, 8}, {done(seen)});
  script.work(2, {write()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Discharge, WithoutItTheNewOwnerRaces) {
  SubmissionScript script;
  const auto reader = script.work(1, {read()});
  script.record(1);
  script.hand_over({0, 8});
  const auto writer = script.work(2, {write()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(reader), eager(writer))));
}

TEST(Discharge, ProtectsNoOtherBytes) {
  SubmissionScript script;
  const auto reader = script.work(1, {read({0, 16})});
  const auto seen = script.record(1);
  script.hand_over({0, 8}, {done(seen)});
  const auto writer = script.work(2, {write({0, 16})});
  EXPECT_THAT(races(script), ElementsAre(race(eager(reader), eager(writer), {8, 16})));
}

TEST(Discharge, CoversOnlyWhatThePoolSaw) {
  SubmissionScript script;
  const auto seen = script.record(1);
  const auto reader = script.work(1, {read()});
  script.hand_over({0, 8}, {done(seen)});
  const auto writer = script.work(2, {write()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(reader), eager(writer))));
}

TEST(Discharge, NeedsEveryCompletionThatThePoolSaw) {
  SubmissionScript script;
  script.work(1, {read()});
  const auto first = script.record(1);
  script.work(2, {read()});
  const auto second = script.record(2);
  script.hand_over({0, 8}, {done(first), done(second)});
  script.work(3, {write()});
  EXPECT_THAT(races(script), IsEmpty());
}

TEST(Discharge, DoesNotOrderTheNewOwnersOwnAccesses) {
  SubmissionScript script;
  script.work(1, {read()});
  const auto seen = script.record(1);
  script.hand_over({0, 8}, {done(seen)});
  const auto writer = script.work(2, {write()});
  const auto reader = script.work(3, {read()});
  EXPECT_THAT(races(script), ElementsAre(race(eager(writer), eager(reader))));
}

}  // namespace
}  // namespace fencepost::checker
