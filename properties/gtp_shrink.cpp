#include <fencepost/checker/audit.h>
#include <fencepost/checker/minimise/minimise.h>
#include <fencepost/properties/gtp_generator.h>
#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/runtime/gtp/configuration_axes.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fencepost::properties {

namespace {

using gtp::Configuration;
using gtp::Scenario;

template <class Value>
void add_simpler(const Configuration& configuration, gtp::Axis<Value> axis, std::vector<Configuration>& out) {
  const Configuration standard;
  if (configuration.*axis.member == standard.*axis.member) return;
  Configuration changed = configuration;
  changed.*axis.member = standard.*axis.member;
  if (!refusal(changed)) out.push_back(changed);
}

bool accepted(const Scenario& scenario, const ShowsIt& shows_it) { return makes_sense(scenario) && shows_it(scenario); }

bool drop_a_command(Scenario& scenario, const ShowsIt& shows_it) {
  for (std::size_t index = scenario.commands.size(); index-- > 0;) {
    Scenario shorter = scenario;
    shorter.commands.erase(shorter.commands.begin() + static_cast<std::ptrdiff_t>(index));
    if (!accepted(shorter, shows_it)) continue;
    scenario = shorter;
    return true;
  }
  return false;
}

bool lower_a_count(Scenario& scenario, const ShowsIt& shows_it) {
  for (std::size_t index = 0; index < scenario.commands.size(); ++index) {
    if (scenario.commands[index].count == 1) continue;
    Scenario lower = scenario;
    lower.commands[index].count = 1;
    if (!accepted(lower, shows_it)) continue;
    scenario = lower;
    return true;
  }
  return false;
}

bool simplify_an_axis(Scenario& scenario, const ShowsIt& shows_it) {
  for (const Configuration& configuration : simpler(scenario.configuration)) {
    const Scenario plainer{configuration, scenario.commands};
    if (!accepted(plainer, shows_it)) continue;
    scenario = plainer;
    return true;
  }
  return false;
}

}  // namespace

std::vector<Configuration> simpler(const Configuration& configuration) {
  std::vector<Configuration> result;
  gtp::for_each_axis([&](const auto& axis) { add_simpler(configuration, axis, result); });
  return result;
}

Scenario shrink_scenario(Scenario scenario, const ShowsIt& shows_it) {
  while (drop_a_command(scenario, shows_it) || lower_a_count(scenario, shows_it) ||
         simplify_an_axis(scenario, shows_it)) {
  }
  return scenario;
}

std::string minimal_trace(std::string_view trace, std::string_view slug) {
  const auto schedule = parse(trace);
  if (!schedule) return std::string(trace);
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  const auto is_it = [slug](const checker::Hazard& hazard) { return checker::name(hazard.slug) == slug; };
  const auto has_bytes = [](const checker::Hazard& hazard) { return hazard.lo < hazard.hi; };
  // What put bytes at risk must go on doing so, or no value could show it.
  const bool about_bytes =
      std::ranges::any_of(checker::audit(*schedule, options).hazards,
                          [&](const checker::Hazard& hazard) { return is_it(hazard) && has_bytes(hazard); });
  auto minimal = checker::minimise(trace, *schedule, [&](const checker::Hazard& hazard) {
    return is_it(hazard) && (has_bytes(hazard) || !about_bytes);
  });
  return minimal ? std::move(minimal->text) : std::string(trace);
}

}  // namespace fencepost::properties
