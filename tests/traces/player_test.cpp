#include "traces/parsing.h"
#include <fencepost/traces/player.h>

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using test::parsed;
using testing::ElementsAre;
using testing::HasSubstr;

class LineKeeper final : public Device {
 public:
  std::vector<std::uint32_t> lines;
  Outcome submit(const Operation& operation) override {
    lines.push_back(operation.line);
    return {};
  }
};

std::vector<std::uint32_t> lines_played(std::string_view body) {
  LineKeeper device;
  EXPECT_TRUE(play(parsed(body), device).has_value());
  return device.lines;
}

TEST(Player, SubmitsInIssueOrder) { EXPECT_THAT(lines_played("event e\n\nevent f\n"), ElementsAre(2U, 4U)); }

TEST(Player, UnrollsLoops) {
  EXPECT_THAT(lines_played("stream s\nrepeat 3 {\nkernel k stream=s\n}\nkernel l stream=s\n"),
              ElementsAre(2U, 4U, 4U, 4U, 6U));
}

TEST(Player, UnrollsNestedLoops) {
  EXPECT_THAT(lines_played("stream s\nrepeat 2 {\nkernel a stream=s\nrepeat 2 {\nkernel b stream=s\n}\n"
                           "kernel c stream=s\n}\n"),
              ElementsAre(2U, 4U, 6U, 6U, 8U, 4U, 6U, 6U, 8U));
}

TEST(Player, EmptyBodiesAreNothing) { EXPECT_THAT(lines_played("repeat 5 {\nrepeat 5 {\n}\n}\n"), ElementsAre()); }

TEST(Player, CountsWhatItSubmits) {
  LineKeeper device;
  const auto played = play(parsed("stream s\nrepeat 4 {\nkernel k stream=s\n}\n"), device);
  EXPECT_EQ(played.value().operations, 5U);
  EXPECT_FALSE(played.value().stopped);
}

TEST(Player, TellsTheObserverTheIndexInTheSchedule) {
  LineKeeper device;
  std::vector<std::size_t> indices;
  const auto observer = [&indices](std::size_t index, const Operation&, const Outcome&) {
    indices.push_back(index);
    return true;
  };
  ASSERT_TRUE(play(parsed("stream s\nrepeat 2 {\nkernel k stream=s\n}\nevent e\n"), device, {}, observer).has_value());
  EXPECT_THAT(indices, ElementsAre(0U, 2U, 2U, 4U));
}

TEST(Player, StopsWhenTheObserverSaysSo) {
  LineKeeper device;
  const auto observer = [](std::size_t index, const Operation&, const Outcome&) { return index != 2; };
  const auto played = play(parsed("stream s\nrepeat 2 {\nkernel k stream=s\n}\n"), device, {}, observer);
  EXPECT_TRUE(played.value().stopped);
  EXPECT_THAT(device.lines, ElementsAre(2U, 4U));
}

TEST(PlayerErrors, EndlessLoopsAreRefusedBeforeAnythingIsPlayed) {
  LineKeeper device;
  const auto result = play(parsed("event e\nrepeat forever {\n}\n"), device);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, PlayError::Kind::endless_loop);
  EXPECT_EQ(result.error().line, 3U);
  EXPECT_THAT(result.error().message, HasSubstr("not modelled yet"));
  EXPECT_TRUE(device.lines.empty());
}

TEST(PlayerErrors, TooManyStepsAreRefusedBeforeAnythingIsPlayed) {
  // 2 operations before, then 10 turns of 2 operations and the turn itself: 32 steps.
  const Schedule schedule = parsed("stream s\nevent e\nrepeat 10 {\nrecord e stream=s\nwait e stream=s\n}\n");
  LineKeeper device;
  EXPECT_TRUE(play(schedule, device, {.most_steps = 32}).has_value());
  device.lines.clear();
  const auto result = play(schedule, device, {.most_steps = 31});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, PlayError::Kind::too_many_steps);
  EXPECT_EQ(result.error().line, 4U);
  EXPECT_TRUE(device.lines.empty());
}

TEST(PlayerErrors, ProductsOfCountsDoNotOverflow) {
  LineKeeper device;
  const auto result =
      play(parsed("repeat 4294967296 {\nrepeat 4294967296 {\nevent e\ndestroy event e\n}\n}\n"), device);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, PlayError::Kind::too_many_steps);
}

TEST(PlayerErrors, EmptyLoopsTakeStepsToo) {
  LineKeeper device;
  EXPECT_FALSE(play(parsed("repeat 18446744073709551615 {\n}\n"), device).has_value());
}

TEST(PlayerOfAReader, PlaysAcrossChunks) {
  std::string text = test::trace("stream s\nevent e\n");
  text += "repeat 2 {\n";
  for (int i = 0; i < 70000; ++i) text += "record e stream=s\n";
  text += "}\nwait e stream=s\n";
  std::istringstream stream(text);
  ScheduleReader reader(stream, "text");
  LineKeeper from_reader;
  const auto played = play(reader, from_reader);
  ASSERT_TRUE(played.has_value());
  EXPECT_EQ(played->operations, 2U + 140000U + 1U);
  LineKeeper from_schedule;
  ASSERT_TRUE(play(parse(text).value(), from_schedule).has_value());
  EXPECT_EQ(from_reader.lines, from_schedule.lines);
}

TEST(PlayerOfAReader, KeepsTheIndicesOfTheSchedule) {
  std::istringstream stream(test::trace("stream s\nrepeat 2 {\nkernel k stream=s\n}\nevent e\n"));
  ScheduleReader reader(stream, "text");
  LineKeeper device;
  std::vector<std::size_t> indices;
  const auto observer = [&indices](std::size_t index, const Operation&, const Outcome&) {
    indices.push_back(index);
    return true;
  };
  ASSERT_TRUE(play(reader, device, {}, observer).has_value());
  EXPECT_THAT(indices, ElementsAre(0U, 2U, 2U, 4U));
}

TEST(PlayerOfAReader, HandsOnFaultsOfTheTrace) {
  std::istringstream stream(test::trace("event e\nnonsense\n"));
  ScheduleReader reader(stream, "text");
  LineKeeper device;
  const auto result = play(reader, device);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, PlayError::Kind::faulty_trace);
  EXPECT_EQ(result.error().diagnostics.errors.size(), 1U);
}

}  // namespace
}  // namespace fencepost
