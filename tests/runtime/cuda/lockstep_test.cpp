#include "host_card.h"
#include "preparing.h"
#include <fencepost/runtime/cuda/lockstep.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using testing::ElementsAre;

LockstepHooks placing(HostCard& card) {
  LockstepHooks hooks;
  hooks.before_step = [&](const PreparedStep& step) { card.place_next(step.allocation); };
  return hooks;
}

constexpr const char* four_calls = R"(stream main
event done
record done stream=main
query event done
)";

TEST(CardInLockstep, AgreesWhenItAnswersAsTheModel) {
  const auto schedule = prepared(four_calls);
  HostCard card(*schedule);
  const LockstepResult result = play_in_lockstep(*schedule, card, placing(card));
  EXPECT_FALSE(result.difference.has_value());
  EXPECT_EQ(result.calls, 4U);
}

TEST(CardInLockstep, StopsAtTheFirstDifference) {
  const auto schedule = prepared(four_calls);
  HostCard card(*schedule);
  card.answer(4, Status::cudaErrorInvalidValue);
  const LockstepResult result = play_in_lockstep(*schedule, card, placing(card));
  ASSERT_TRUE(result.difference.has_value());
  EXPECT_EQ(result.difference->line, 4U);
  EXPECT_EQ(result.difference->actual, Status::cudaErrorInvalidValue);
  EXPECT_THAT(card.lines(), ElementsAre(2, 3, 4));
}

TEST(CardInLockstep, AcceptsEveryStatusThatTheModelAllows) {
  const auto schedule = prepared(four_calls);
  HostCard card(*schedule);
  card.answer(5, Status::cudaErrorNotReady);
  EXPECT_FALSE(play_in_lockstep(*schedule, card, placing(card)).difference.has_value());
}

TEST(CardInLockstep, SparesTheCardCallsOnDestroyedHandles) {
  const auto schedule = prepared(R"(stream main
event done
destroy event done expect=success
record done stream=main
)");
  HostCard card(*schedule);
  const LockstepResult result = play_in_lockstep(*schedule, card, placing(card));
  EXPECT_FALSE(result.difference.has_value());
  EXPECT_THAT(card.lines(), ElementsAre(2, 3, 4));
}

constexpr const char* reuse_after_record = R"(stream main
stream side
alloc a 2MiB stream=main
kernel use stream=side writes=a
record_stream a stream=side
free a
alloc b 2MiB stream=main
)";

TEST(CardInLockstep, WaitsForWhatAPoolTookForFinished) {
  const auto schedule = prepared(reuse_after_record);
  HostCard card(*schedule);
  LockstepHooks hooks = placing(card);
  std::vector<std::string> awaited;
  hooks.await = [&](std::span<const Progress> progress) {
    for (const Progress& each : progress) {
      awaited.push_back(
          describe(schedule->operations().names(), schedule->authors()[each.author], each.executions - 1));
    }
    return true;
  };
  EXPECT_FALSE(play_in_lockstep(*schedule, card, hooks).timed_out);
  EXPECT_THAT(awaited, ElementsAre("use (line 5)"));
}

TEST(CardInLockstep, GivesUpWhenThatDoesNotFinish) {
  const auto schedule = prepared(reuse_after_record);
  HostCard card(*schedule);
  LockstepHooks hooks = placing(card);
  hooks.await = [](std::span<const Progress>) { return false; };
  const LockstepResult result = play_in_lockstep(*schedule, card, hooks);
  EXPECT_TRUE(result.timed_out);
  EXPECT_NE(card.lines().back(), 8U) << "the allocation was not made";
}

TEST(CardInLockstep, StopsWhenTold) {
  const auto schedule = prepared(four_calls);
  HostCard card(*schedule);
  LockstepHooks hooks = placing(card);
  hooks.stop = [&] { return card.lines().size() == 2; };
  EXPECT_EQ(play_in_lockstep(*schedule, card, hooks).calls, 2U);
}

}  // namespace
}  // namespace fencepost::cuda
