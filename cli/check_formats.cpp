// The formats of `fencepost check` for programs.

#include "check_report.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fencepost::cli {

namespace {

using Json = nlohmann::ordered_json;

Json finding_of(const CheckRun& run) {
  if (!run.finding) return nullptr;
  Json finding;
  finding["case"] = run.finding->number;
  finding["noticed"] = run.finding->summary;
  finding["trace"] = run.finding->trace;
  finding["saved"] = run.saved.empty() ? Json(nullptr) : Json(run.saved);
  return finding;
}

Json to_json(const CheckRun& run) {
  Json json;
  json["suite"] = run.suite;
  json["mutation"] = run.mutation != nullptr ? Json(run.mutation->name) : Json(nullptr);
  json["seed"] = run.seed;
  json["cases"] = run.result.cases;
  json["interrupted"] = run.result.stopped;
  json["kept_case"] = run.kept.empty() ? Json(nullptr) : Json(run.kept);
  json["finding"] = finding_of(run);
  if (run.lockstep) {
    json["lockstep"] = {{"cases", run.lockstep->cases},
                        {"not_played", run.lockstep->not_played},
                        {"difference", run.lockstep->difference}};
  }
  if (run.shown) {
    json["gpu"] = {{"outcome", run.shown->outcome}, {"shown", run.shown->shown}, {"runs", run.shown->runs}};
  }
  Json counts = Json::object();
  for (std::size_t index = 0; index < run.result.counts.size(); ++index) {
    counts[std::string(run.count_names[index])] = run.result.counts[index];
  }
  json["covered"] = std::move(counts);
  return json;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Why a run fails as a test; empty when it passes.
std::string failure_of(const CheckRun& run) {
  if (run.mutation != nullptr) return run.found() ? "" : "the mutation was not noticed";
  if (run.finding) return run.finding->summary;
  return run.kept.empty() ? "" : "a kept case still shows it: " + run.kept;
}

}  // namespace

void write_check_json(std::ostream& out, std::span<const CheckRun> runs) {
  Json document;
  document["version"] = 1;
  document["runs"] = Json::array();
  for (const CheckRun& run : runs) document["runs"].push_back(to_json(run));
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_check_junit(std::ostream& out, std::span<const CheckRun> runs) {
  const auto failures = std::ranges::count_if(runs, [](const CheckRun& run) { return !failure_of(run).empty(); });
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out << fmt::format("<testsuites>\n  <testsuite name=\"fencepost check\" tests=\"{}\" failures=\"{}\">\n", runs.size(),
                     failures);
  for (const CheckRun& run : runs) {
    const std::string_view name = run.mutation != nullptr ? run.mutation->name : "whole";
    out << fmt::format("    <testcase classname=\"{}.seed{}\" name=\"{}\"", run.suite, run.seed, name);
    const std::string failure = failure_of(run);
    if (failure.empty()) {
      out << "/>\n";
      continue;
    }
    out << fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n", escaped(failure),
                       run.finding ? escaped(run.finding->trace) : "");
  }
  out << "  </testsuite>\n</testsuites>\n";
}

}  // namespace fencepost::cli
