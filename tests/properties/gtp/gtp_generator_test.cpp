#include <fencepost/properties/gtp_generator.h>

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using Kind = gtp::Command::Kind;

gtp::Scenario scenario_of(const Tape& tape) {
  TapeReader choices(tape);
  return decode_scenario(choices);
}

TEST(GtpGenerator, AnEmptyTapeIsTheSimplestJob) {
  const gtp::Scenario scenario = scenario_of({});
  EXPECT_EQ(describe(scenario.configuration), "ring_size=1 arena_generations=1 buckets=1");
  ASSERT_EQ(scenario.commands.size(), 1U);
  EXPECT_EQ(scenario.commands[0].kind, Kind::eager_step);
}

TEST(GtpGenerator, EveryTapeIsAJobThatTheEngineAccepts) {
  for (std::uint64_t number = 0; number < 5000; ++number) {
    const gtp::Scenario scenario = scenario_of(random_tape(7, number, 128));
    EXPECT_EQ(refusal(scenario.configuration), std::nullopt) << describe(scenario.configuration);
  }
}

TEST(GtpGenerator, ReachesEveryModeStorageDrainAndCommand) {
  std::set<std::string> reached;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const gtp::Scenario scenario = scenario_of(random_tape(7, number, 128));
    const gtp::Configuration& job = scenario.configuration;
    reached.insert("mode " + std::to_string(static_cast<int>(job.mode)));
    reached.insert("storage " + std::to_string(static_cast<int>(job.storage)));
    reached.insert("drain " + std::to_string(static_cast<int>(job.drain)));
    for (const gtp::Command& command : scenario.commands) reached.insert(std::string(name(command.kind)));
  }
  EXPECT_EQ(reached.size(), 3U + 4U + 3U + gtp::Command::kind_count);
}

TEST(GtpGenerator, ARegisteredJobWarmsUpFirst) {
  int registered = 0;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const gtp::Scenario scenario = scenario_of(random_tape(7, number, 128));
    if (scenario.configuration.storage != gtp::Storage::registered) continue;
    ++registered;
    EXPECT_EQ(scenario.commands.front().kind, Kind::warm_up);
  }
  EXPECT_GT(registered, 50);
}

}  // namespace
}  // namespace fencepost::properties
