#include "check_report.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

std::ptrdiff_t statements(const std::string& trace) {
  std::ptrdiff_t count = 0;
  for (std::size_t at = 0; at < trace.size();) {
    const std::size_t end = std::min(trace.find('\n', at), trace.size());
    if (end > at && trace[at] != '#') ++count;
    at = end + 1;
  }
  return count;
}

std::string how_it_ended(const CheckRun& run) {
  if (!run.kept.empty()) return fmt::format("a kept case still shows it: {}", run.kept);
  if (run.finding) return fmt::format("case {} shows {}", run.finding->number, run.finding->summary);
  const std::string covered = fmt::format("{} case{}", run.result.cases, run.result.cases == 1 ? "" : "s");
  if (run.result.stopped) return fmt::format("interrupted after {} of {}, nothing found", covered, run.cases_asked);
  return covered + (run.mutation != nullptr ? ", not noticed" : ", clean");
}

/// What the GPU made of a finding.
std::string in_words(const CardShown& shown) {
  if (shown.outcome != "agreed") return shown.outcome;
  return shown.runs == 0 ? "nothing to aim at" : fmt::format("shown in {} of {} runs", shown.shown, shown.runs);
}

std::string repeat_command(const CheckRun& run) {
  std::string command =
      fmt::format("fencepost check --suite {} --seed {} --case {}", run.suite, run.seed, run.finding->number);
  if (run.mutation != nullptr) command += fmt::format(" --mutation {}", run.mutation->name);
  return command;
}

}  // namespace

void write_check_text(std::ostream& out, const CheckRun& run) {
  out << fmt::format("suite {}, seed {}: {}\n", run.title(), run.seed, how_it_ended(run));
  if (run.mutation != nullptr) out << fmt::format("  {} ({})\n", run.mutation->meaning, run.mutation->source);
  if (run.kept_cases > 0) out << fmt::format("  {} kept cases were judged first\n", run.kept_cases);
  if (run.finding) {
    out << fmt::format("  statements: {} as generated, {} when made smaller\n",
                       statements(run.finding->generated_trace), statements(run.finding->trace));
    out << fmt::format("  again: {}\n", repeat_command(run));
    if (run.saved.empty()) {
      out << '\n' << run.finding->trace << '\n';
    } else {
      out << fmt::format("  saved: {}\n", run.saved);
    }
  }
  if (run.lockstep) {
    out << fmt::format("  on the GPU: {} cases in lockstep, {} not played, {}\n", run.lockstep->cases,
                       run.lockstep->not_played, run.lockstep->difference.empty() ? "no difference" : "a difference");
    out << run.lockstep->why_not << run.lockstep->difference;
  }
  if (run.shown) out << fmt::format("  on the GPU: {}\n", in_words(*run.shown));
  if (run.result.cases == 0) return;
  out << "covered\n";
  for (std::size_t index = 0; index < run.result.counts.size(); ++index) {
    out << fmt::format("{:>10} {}\n", run.result.counts[index], run.count_names[index]);
  }
}

void write_mutation_table(std::ostream& out, std::span<const CheckRun> runs) {
  out << fmt::format("{:<42} {:<9} {:>5} {:>9} {:>7}  {}\n", "mutation", "oracle", "cases", "generated", "smaller",
                     "noticed");
  std::size_t noticed = 0;
  for (const CheckRun& run : runs) {
    if (run.found()) ++noticed;
    if (run.finding) {
      out << fmt::format("{:<42} {:<9} {:>5} {:>9} {:>7}  {}\n", run.mutation->name, name(run.mutation->oracle),
                         run.result.cases, statements(run.finding->generated_trace), statements(run.finding->trace),
                         run.finding->summary + (run.shown ? "; on the GPU: " + in_words(*run.shown) : ""));
    } else {
      out << fmt::format("{:<42} {:<9} {:>5} {:>9} {:>7}  {}\n", run.mutation->name, name(run.mutation->oracle),
                         run.result.cases, "", "", run.found() ? "by a kept case: " + run.kept : "no");
    }
  }
  out << fmt::format("{} of {} mutations were noticed\n", noticed, runs.size());
}

}  // namespace fencepost::cli
