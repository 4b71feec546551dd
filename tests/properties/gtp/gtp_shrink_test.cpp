#include <fencepost/properties/gtp_audit.h>
#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using gtp::Configuration;
using gtp::Scenario;
using Kind = gtp::Command::Kind;

TEST(GtpShrink, LeavesCommandsOutAndLowersCounts) {
  const Scenario scenario{{}, {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 4}, {Kind::reset}}};
  const auto replays = [](const Scenario& each) {
    return std::ranges::any_of(each.commands, [](const auto& command) { return command.kind == Kind::replay; });
  };
  const Scenario shrunk = shrink_scenario(scenario, replays);
  EXPECT_EQ(shrunk.commands, (std::vector<gtp::Command>{{Kind::replay, 1}}));
}

TEST(GtpShrink, SetsAxesBackThatDoNotMatter) {
  const Scenario scenario{{.blocks = 3, .padding = true, .recompute = true, .microbatches = 2}, {{Kind::eager_step}}};
  const auto recomputes = [](const Scenario& each) { return each.configuration.recompute; };
  EXPECT_EQ(shrink_scenario(scenario, recomputes).configuration, (Configuration{.recompute = true}));
}

TEST(GtpShrink, NeverAsksAboutAJobTheEngineRefuses) {
  const Scenario scenario{{.storage = gtp::Storage::registered, .foreign_gradients = true}, {{Kind::eager_step}}};
  bool refused = false;
  shrink_scenario(scenario, [&](const Scenario& each) {
    refused |= refusal(each.configuration).has_value();
    return true;
  });
  EXPECT_FALSE(refused);
}

TEST(GtpShrink, SimplerConfigurationsDifferInOneAxis) {
  const Configuration configuration{.blocks = 3, .padding = true};
  const std::vector<Configuration> found = simpler(configuration);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], (Configuration{.padding = true}));
  EXPECT_EQ(found[1], (Configuration{.blocks = 3}));
  EXPECT_TRUE(simpler({}).empty());
}

TEST(GtpShrink, EveryLineOfAMinimalTraceIsNeeded) {
  const gtp::Mutation& mutation = *gtp::mutation_named("captured-scratch-not-recorded");
  const EngineAudit audit = audit_engine(mutation.scenario, gtp::RuleSet{}.without(mutation.breaks));
  const std::string slug = "reuse-before-last-read";
  ASSERT_TRUE(audit.has_hazard(slug));
  const std::string minimal = minimal_trace(print(audit.schedule), slug);

  std::vector<std::string> lines;
  std::istringstream text(minimal);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  ASSERT_LT(lines.size(), 40U);
  const auto shows = [&](const std::string& trace) {
    const auto schedule = parse(trace);
    if (!schedule) return false;
    checker::AuditOptions options;
    options.explain = false;
    options.fixes = false;
    const checker::Report report = checker::audit(*schedule, options);
    return !report.error &&
           std::ranges::any_of(report.hazards, [&](const auto& hazard) { return checker::name(hazard.slug) == slug; });
  };
  EXPECT_TRUE(shows(minimal));
  for (std::size_t without = 0; without < lines.size(); ++without) {
    std::string fewer;
    for (std::size_t index = 0; index < lines.size(); ++index) {
      if (index != without) fewer += lines[index] + '\n';
    }
    EXPECT_FALSE(shows(fewer)) << "not needed: " << lines[without];
  }
}

}  // namespace
}  // namespace fencepost::properties
