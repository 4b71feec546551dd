// Tapes, enumerations and shrinking.

#include <fencepost/properties/shrink.h>
#include <fencepost/properties/tape.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Lt;

TEST(TapeReader, ChoosesWithinTheBound) {
  const Tape tape{0, 5, 7, 255};
  TapeReader choices(tape);
  EXPECT_EQ(choices.choose(5), 0U);
  EXPECT_EQ(choices.choose(5), 0U);
  EXPECT_EQ(choices.choose(5), 2U);
  EXPECT_FALSE(choices.exhausted());
  EXPECT_EQ(choices.choose(256), 255U);
  EXPECT_TRUE(choices.exhausted());
}

TEST(TapeReader, ChoosesZeroForEverOnceExhausted) {
  TapeReader choices({});
  EXPECT_EQ(choices.choose(7), 0U);
  EXPECT_FALSE(choices.chance(1, 2));
}

TEST(TapeReader, AChanceIsItsPartOfTheWhole) {
  Tape tape;
  for (std::uint8_t value = 0; value < 8; ++value) tape.push_back(value);
  TapeReader choices(tape);
  int taken = 0;
  while (!choices.exhausted()) taken += choices.chance(3, 8) ? 1 : 0;
  EXPECT_EQ(taken, 3);
}

TEST(Enumeration, VisitsEverySequenceOnce) {
  Enumeration all;
  std::multiset<std::pair<std::uint32_t, std::uint32_t>> seen;
  do {
    const std::uint32_t first = all.choose(3);
    // The second question depends on the first answer.
    seen.emplace(first, first == 1 ? 0 : all.choose(2));
  } while (all.advance());
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_THAT(seen, ElementsAre(Pair{0, 0}, Pair{0, 1}, Pair{1, 0}, Pair{2, 0}, Pair{2, 1}));
}

TEST(Enumeration, OfNoChoiceIsOneSequence) {
  Enumeration all;
  EXPECT_FALSE(all.advance());
}

TEST(RandomTape, DependsOnSeedAndNumberOnly) {
  EXPECT_EQ(random_tape(1, 2, 40), random_tape(1, 2, 40));
  EXPECT_NE(random_tape(1, 2, 40), random_tape(1, 3, 40));
  EXPECT_NE(random_tape(1, 2, 40), random_tape(2, 2, 40));
}

TEST(RandomTape, UsesAllBytesAboutEquallyOften) {
  std::vector<int> counts(256);
  for (std::uint64_t number = 0; number < 256; ++number) {
    for (const std::uint8_t value : random_tape(7, number, 256)) ++counts[value];
  }
  // 256 expected each, with a standard deviation of 16.
  EXPECT_THAT(counts, Each(::testing::AllOf(::testing::Gt(256 - 96), Lt(256 + 96))));
}

TEST(Shrink, LeavesOnlyWhatTheFailureNeeds) {
  Tape tape(50, 200);
  tape[17] = 90;
  const auto fails = [](const Tape& candidate) {
    return std::ranges::any_of(candidate, [](std::uint8_t value) { return value > 60 && value < 100; });
  };
  EXPECT_THAT(shrink(tape, fails, 10'000), ElementsAre(61));
}

TEST(Shrink, ReturnsTheTapeWhenNothingSmallerFails) {
  const Tape tape{1, 2};
  EXPECT_EQ(shrink(
                tape, [&](const Tape& candidate) { return candidate == tape; }, 10'000),
            tape);
}

TEST(Shrink, StopsAfterItsAttempts) {
  const Tape tape(100, 9);
  int tried = 0;
  const auto only_the_whole_fails = [&](const Tape& candidate) {
    ++tried;
    return candidate == tape;
  };
  shrink(tape, only_the_whole_fails, 3);
  EXPECT_EQ(tried, 3);
}

}  // namespace
}  // namespace fencepost::properties
