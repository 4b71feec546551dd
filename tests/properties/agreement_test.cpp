// The engines agree on generated schedules. FENCEPOST_CASES and FENCEPOST_SEED make the campaign
// longer and other than the one that every build runs.

#include <fencepost/properties/campaign.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

void expect_agreement(CampaignSettings settings) {
  settings.seed = from_environment("FENCEPOST_SEED", settings.seed);
  const CampaignResult result = run_campaign(settings);
  std::cout << describe(result.tally);
  EXPECT_FALSE(result.failure.has_value()) << describe(*result.failure, settings);
}

TEST(Agreement, OfOracleVectorsClosureAndClocks) {
  CampaignSettings settings;
  settings.cases = from_environment("FENCEPOST_CASES", 20'000);
  expect_agreement(settings);
}

TEST(Agreement, OfVectorsClosureAndClocksOnLongerSchedules) {
  CampaignSettings settings;
  settings.cases = from_environment("FENCEPOST_CASES", 20'000) / 40;
  settings.generator = GeneratorSettings::large();
  settings.agreement.ask_oracle = false;
  expect_agreement(settings);
}

}  // namespace
}  // namespace fencepost::properties
