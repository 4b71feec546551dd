/// fencepost_agree: runs the engines against each other on generated schedules.

#include <fencepost/properties/campaign.h>

#include <chrono>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

using namespace fencepost;

/// `2/8`: the third of eight shards.
bool read_shard(const std::string& text, std::uint64_t& index, std::uint64_t& count) {
  char slash = 0;
  std::istringstream in(text);
  return in >> index >> slash >> count && slash == '/' && count > 0 && index < count;
}

int run(const properties::CampaignSettings& settings) {
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const auto result = properties::run_campaign(settings, [&](const properties::Tally& tally) {
    std::cerr << fmt::format("\r{} cases, {:.0f}/s ", tally.cases, static_cast<double>(tally.cases) / seconds());
  });
  std::cerr << '\n';
  std::cout << describe(result.tally);
  if (!result.failure) return 0;
  std::cout << describe(*result.failure, settings);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Runs the oracle, the full vectors, the closure and the clocks on generated schedules.");
  properties::CampaignSettings settings;
  std::string shard = "0/1";
  std::string broken_rule;
  bool large = false, slow_only = false;
  app.add_option("--cases", settings.cases, "How many schedules, over all shards")->capture_default_str();
  app.add_option("--seed", settings.seed)->capture_default_str();
  app.add_option("--shard", shard, "INDEX/COUNT: only every COUNT-th case")->capture_default_str();
  app.add_option("--without", broken_rule, "Break one rule of the model");
  app.add_flag("--large", large, "Schedules too large for the oracle");
  app.add_flag("--slow-only", slow_only, "Leave the clocks out");
  CLI11_PARSE(app, argc, argv);

  std::uint64_t index = 0, count = 1;
  if (!read_shard(shard, index, count)) {
    std::cerr << "--shard wants INDEX/COUNT, INDEX below COUNT\n";
    return 2;
  }
  if (!broken_rule.empty()) {
    const auto rule = model::rule_named(broken_rule);
    if (!rule) {
      std::cerr << fmt::format("no rule is called \"{}\"\n", broken_rule);
      return 2;
    }
    settings.agreement.rules = model::Rules().without(*rule);
  }
  settings.first = index;
  settings.stride = count;
  settings.cases = (settings.cases + count - 1 - index) / count;
  settings.agreement.ask_clocks = !slow_only;
  if (large) {
    settings.generator = properties::GeneratorSettings::large();
    settings.agreement.ask_oracle = false;
  }
  return run(settings);
}
