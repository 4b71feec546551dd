#include <fencepost/runtime/cuda/file_report.h>

#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fencepost::cuda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array outcome_names{"agreed", "disagreed", "not played", "hung", "died"};

Json hazard_to_json(const HazardOnCard& hazard) {
  return {{"slug", hazard.slug},    {"first_line", hazard.first_line}, {"second_line", hazard.second_line},
          {"runs", hazard.runs},    {"shown", hazard.shown},           {"aim", hazard.aim},
          {"exempt", hazard.exempt}};
}

HazardOnCard hazard_from_json(const Json& json) {
  return {json.value("slug", ""),  json.value("first_line", 0U), json.value("second_line", 0U),
          json.value("runs", 0UL), json.value("shown", 0UL),     json.value("aim", ""),
          json.value("exempt", "")};
}

Json communicator_to_json(const CommunicatorOnCard& communicator) {
  return {{"name", communicator.name},
          {"ranks", communicator.ranks},
          {"played_on", communicator.played_on},
          {"why", communicator.why}};
}

CommunicatorOnCard communicator_from_json(const Json& json) {
  return {json.value("name", ""), json.value("ranks", 1UL), json.value("played_on", ""), json.value("why", "")};
}

std::string communicator_line(const CommunicatorOnCard& communicator) {
  std::string text =
      fmt::format("  communicator {} ({} ranks): {}", communicator.name, communicator.ranks, communicator.played_on);
  if (!communicator.why.empty()) text += ", because " + communicator.why;
  return text + '\n';
}

std::string hazard_line(const HazardOnCard& hazard) {
  std::string text = fmt::format("  {}", hazard.slug);
  if (hazard.first_line != 0) text += fmt::format(", lines {} and {}", hazard.first_line, hazard.second_line);
  if (hazard.first_line == 0) text += fmt::format(", line {}", hazard.second_line);
  if (hazard.runs == 0 && hazard.exempt.empty()) return text + ": not aimed at\n";
  if (hazard.runs == 0) return text + fmt::format(": not aimed at: {}\n", hazard.exempt);
  text += fmt::format(": {} on the card, {} of {} runs ({})", hazard.shown == 0 ? "not shown" : "shown", hazard.shown,
                      hazard.runs, hazard.aim);
  if (hazard.shown == 0 && !hazard.exempt.empty()) text += "; " + hazard.exempt;
  return text + '\n';
}

}  // namespace

std::string to_json(const FileReport& report) {
  Json json{{"path", report.path},
            {"outcome", outcome_names[static_cast<std::size_t>(report.outcome)]},
            {"reason", report.reason},
            {"sticky", report.sticky},
            {"runs", report.runs},
            {"calls", report.calls},
            {"nanoseconds", report.nanoseconds},
            {"wrong_runs", report.wrong_runs},
            {"placed_otherwise", report.placed_otherwise},
            {"communicators", Json::array()},
            {"hazards", Json::array()},
            {"wrong_values", report.wrong_values},
            {"not_rebuilt", report.not_rebuilt}};
  for (const HazardOnCard& hazard : report.hazards) json["hazards"].push_back(hazard_to_json(hazard));
  for (const CommunicatorOnCard& each : report.communicators)
    json["communicators"].push_back(communicator_to_json(each));
  return json.dump();
}

FileReport report_from_json(std::string_view text) {
  FileReport report;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) {
    report.outcome = FileReport::Outcome::died;
    report.reason = "its process wrote something that is no report";
    return report;
  }
  const std::string outcome = json.value("outcome", "");
  for (std::size_t i = 0; i < outcome_names.size(); ++i) {
    if (outcome == outcome_names[i]) report.outcome = static_cast<FileReport::Outcome>(i);
  }
  report.path = json.value("path", "");
  report.reason = json.value("reason", "");
  report.sticky = json.value("sticky", false);
  report.runs = json.value("runs", 0UL);
  report.calls = json.value("calls", 0UL);
  report.nanoseconds = json.value("nanoseconds", 0UL);
  report.wrong_runs = json.value("wrong_runs", 0UL);
  report.placed_otherwise = json.value("placed_otherwise", 0UL);
  report.not_rebuilt = json.value("not_rebuilt", "");
  for (const Json& each : json.value("communicators", Json::array())) {
    report.communicators.push_back(communicator_from_json(each));
  }
  for (const Json& hazard : json.value("hazards", Json::array())) report.hazards.push_back(hazard_from_json(hazard));
  report.wrong_values = json.value("wrong_values", std::vector<std::string>{});
  return report;
}

std::string to_text(const FileReport& report) {
  std::string text = fmt::format("{}: {}", report.path, outcome_names[static_cast<std::size_t>(report.outcome)]);
  if (!report.reason.empty()) text += ": " + report.reason;
  if (report.runs != 0) text += fmt::format(" ({} runs, {} calls)", report.runs, report.calls);
  text += '\n';
  for (const CommunicatorOnCard& each : report.communicators) text += communicator_line(each);
  for (const HazardOnCard& hazard : report.hazards) text += hazard_line(hazard);
  for (const std::string& wrong : report.wrong_values) text += fmt::format("  seen: {}\n", wrong);
  if (report.placed_otherwise != 0) {
    text += fmt::format("  in {} runs the driver placed its bytes otherwise, so that their values say nothing\n",
                        report.placed_otherwise);
  }
  if (!report.not_rebuilt.empty()) text += fmt::format("  not re-linearised: {}\n", report.not_rebuilt);
  return text;
}

int exit_status(const FileReport& report) {
  switch (report.outcome) {
    case FileReport::Outcome::agreed:
      return report.hazards.empty() ? 0 : 1;
    case FileReport::Outcome::not_played:
      return 0;
    default:
      return 3;
  }
}

}  // namespace fencepost::cuda
