// The engines agree on generated schedules. FENCEPOST_CASES and FENCEPOST_SEED make the campaign
// longer and other than the one that every build runs.

#include "environment.h"
#include <fencepost/properties/campaign.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

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

/// A broken rule of the model changes what it submits, never what submissions mean.
TEST(Agreement, UnderEveryBrokenRule) {
  // These wrong forms break promises that the clocks are built on: slots that hold what their name
  // says, queues in which launches stand, and waits that never rest on later nodes alone.
  using model::Rule;
  const std::vector<Rule> beyond_the_clocks{Rule::rerecord_overwrites, Rule::launch_binds_external_waits,
                                            Rule::graph_order_enters_and_leaves, Rule::external_candidates_intersect};
  for (const model::RuleEntry& entry : model::rule_table()) {
    CampaignSettings settings;
    settings.cases = from_environment("FENCEPOST_CASES", 20'000) / 200;
    settings.agreement.rules = model::Rules().without(entry.rule);
    settings.agreement.ask_clocks = std::ranges::find(beyond_the_clocks, entry.rule) == beyond_the_clocks.end();
    const CampaignResult result = run_campaign(settings);
    EXPECT_FALSE(result.failure.has_value()) << entry.name << '\n' << describe(*result.failure, settings);
  }
}

}  // namespace
}  // namespace fencepost::properties
