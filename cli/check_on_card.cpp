#include "check_on_card.h"

#include "card.h"
#include "interruption.h"
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fencepost::cli {

namespace {

/// Each batch is a child process with a context of its own.
constexpr std::uint64_t batch_size = 250;
constexpr std::uint32_t aimed_runs = 20;

void add(CardLockstep& sum, const CardVerdict& verdict) {
  const std::string outcome = nlohmann::json::parse(verdict.json).value("outcome", "");
  ++sum.cases;
  if (outcome == "not played") {
    if (sum.not_played++ == 0) sum.why_not = verdict.text;
  } else if (outcome != "agreed" && sum.difference.empty()) {
    sum.difference = verdict.text;
  }
}

}  // namespace

CardLockstep play_cases_on_card(const properties::Suite& suite, const properties::SuiteRun& how,
                                const std::function<void(std::uint64_t)>& progress) {
  CardLockstep sum;
  ReplayOptions once;
  once.replays = 1;
  for (std::uint64_t done = 0; done < how.cases && sum.difference.empty() && !interrupted(); done += batch_size) {
    std::vector<Schedule> schedules;
    std::vector<NamedSchedule> named;
    schedules.reserve(batch_size);
    for (std::uint64_t index = done; index < std::min(done + batch_size, how.cases); ++index) {
      const std::uint64_t number = how.first + index * how.stride;
      schedules.push_back(suite.schedule(number));
      named.push_back({fmt::format("case {}", number), &schedules.back()});
    }
    play_on_card(once, named, [&](const CardVerdict& verdict) { add(sum, verdict); });
    progress(std::min(done + batch_size, how.cases));
  }
  return sum;
}

CardShown show_on_card(const std::string& trace) {
  CardShown shown;
  const auto schedule = parse(trace);
  if (!schedule) return shown;
  ReplayOptions options;
  options.aimed = true;
  options.relinearise = true;
  options.replays = aimed_runs;
  const std::vector<NamedSchedule> named{{"finding", &*schedule}};
  play_on_card(options, named, [&](const CardVerdict& verdict) {
    const auto report = nlohmann::json::parse(verdict.json);
    shown.outcome = report.value("outcome", "");
    for (const auto& hazard : report.value("hazards", nlohmann::json::array())) {
      const CardShown one{shown.outcome, hazard.value("shown", std::uint64_t{0}),
                          hazard.value("runs", std::uint64_t{0})};
      if (one.shown > shown.shown || shown.runs == 0) shown = one;
    }
  });
  return shown;
}

}  // namespace fencepost::cli
