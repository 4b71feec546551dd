// Configurations and commands as text, there and back.

#include <fencepost/runtime/gtp/scenario.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::HasSubstr;

TEST(ScenarioText, ReadsBackWhatItWrote) {
  const Scenario scenario{
      {.mode = GraphMode::local,
       .chains = ChainMix::mixed,
       .blocks = 3,
       .storage = Storage::ring,
       .sum_scratch_home = ScratchHome::compute_stream,
       .asynchronous = false,
       .drain = DrainStyle::end_of_step,
       .activation_bytes = 512},
      {{Command::Kind::warm_up}, {Command::Kind::replay, 7}, {Command::Kind::change_microbatches, 2}}};
  const auto read = parse_scenario(describe(scenario.configuration), describe(scenario.commands));
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(*read, scenario);
}

TEST(ScenarioText, TheDefaultIsOneWord) {
  EXPECT_EQ(describe(Configuration{}), "default");
  EXPECT_EQ(parse_configuration("default"), Configuration{});
  EXPECT_EQ(parse_scenario("default", ""), (Scenario{}));
}

TEST(ScenarioText, SaysWhichWordItDoesNotKnow) {
  EXPECT_THAT(parse_configuration("blocks=2 colour=red").error(), HasSubstr("`colour=red`"));
  EXPECT_THAT(parse_configuration("blocks=many").error(), HasSubstr("`blocks=many`"));
  EXPECT_THAT(parse_configuration("mode=sideways").error(), HasSubstr("`mode=sideways`"));
  EXPECT_THAT(parse_scenario("default", "warm_up; sing").error(), HasSubstr("`sing`"));
}

TEST(ScenarioText, EveryCommandHasANameOfItsOwn) {
  for (std::size_t number = 0; number < Command::kind_count; ++number) {
    const Command command{static_cast<Command::Kind>(number)};
    EXPECT_EQ(parse_command(describe(command)), command);
  }
  EXPECT_EQ(parse_command("replay"), std::nullopt);  // how often?
  EXPECT_EQ(parse_command("warm_up 2"), std::nullopt);
}

}  // namespace
}  // namespace fencepost::gtp::testing
