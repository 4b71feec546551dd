#include <fencepost/checker/audit.h>
#include <fencepost/properties/gtp_generator.h>
#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/runtime/gtp/configuration_axes.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <cstddef>

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

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const std::vector<std::string_view>& lines) {
  std::string text;
  for (const std::string_view line : lines) text.append(line).push_back('\n');
  return text;
}

bool has_hazard(const std::vector<std::string_view>& lines, std::string_view slug) {
  const auto schedule = parse(joined(lines));
  if (!schedule) return false;
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  const checker::Report report = checker::audit(*schedule, options);
  return !report.error && std::ranges::any_of(report.hazards, [&](const checker::Hazard& hazard) {
    return checker::name(hazard.slug) == slug;
  });
}

/// Tries to leave out each run of `length` lines; whether any went.
bool leave_out(std::vector<std::string_view>& lines, std::size_t length, std::string_view slug) {
  bool changed = false;
  for (std::size_t end = lines.size(); end >= length && end > 0;) {
    std::vector<std::string_view> fewer = lines;
    const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(end - length);
    fewer.erase(from, from + static_cast<std::ptrdiff_t>(length));
    if (has_hazard(fewer, slug)) {
      lines = std::move(fewer);
      changed = true;
    }
    end -= std::min(end, length);
    end = std::min(end, lines.size());
  }
  return changed;
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
  std::vector<std::string_view> lines = lines_of(trace);
  for (std::size_t length = std::max<std::size_t>(lines.size() / 2, 1);;
       length = std::max<std::size_t>(length / 2, 1)) {
    const bool changed = leave_out(lines, length, slug);
    if (length == 1 && !changed) break;
  }
  return joined(lines);
}

}  // namespace fencepost::properties
