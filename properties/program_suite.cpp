#include <fencepost/checker/audit.h>
#include <fencepost/model/device.h>
#include <fencepost/model/discard_submissions.h>
#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/properties/program_suite.h>
#include <fencepost/properties/shrink.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/recording_device.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

constexpr std::size_t shrink_attempts = 2000;
constexpr std::array<std::string_view, 4> names{"cases", "operations", "launches",
                                                "cases in which a pool reused bytes"};

checker::Report judge(const Schedule& schedule) {
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  return checker::audit(schedule, options);
}

/// What is wrong, in one line; empty when nothing is.
std::string complaint(const checker::Report& report) {
  if (report.error) return fmt::format("not judged, line {}: {}", report.error->line, report.error->message);
  if (report.hazards.empty()) return {};
  const checker::Hazard& hazard = report.hazards.front();
  return fmt::format("{} lines {} and {}", checker::name(hazard.slug), hazard.first.line, hazard.second.line);
}

}  // namespace

ProgramSuite::ProgramSuite(std::string_view name, Program program, std::uint64_t seed, std::size_t tape_length)
    : name_(name), program_(std::move(program)), seed_(seed), tape_length_(tape_length) {}

std::span<const std::string_view> ProgramSuite::count_names() const { return names; }

Tape ProgramSuite::tape(std::uint64_t number) const { return random_tape(seed_, number, tape_length_); }

Schedule ProgramSuite::schedule(std::uint64_t number) const { return schedule_of(tape(number)); }

Schedule ProgramSuite::schedule_of(const Tape& tape) const {
  Schedule schedule;
  RecordingDevice recorder(schedule);
  TapeReader choices(tape);
  program_(choices, recorder, schedule.names());
  return schedule;
}

CaseResult ProgramSuite::run(std::uint64_t number) const {
  const Schedule issued = schedule(number);
  const checker::Report report = judge(issued);
  std::uint64_t launches = 0;
  for (std::size_t index = 0; index < issued.size(); ++index) {
    launches += issued[index].kind == OperationKind::launch ? 1 : 0;
  }
  const bool reused = std::ranges::any_of(report.generations, [](const auto& each) { return each.previous.exists(); });
  return {!report.clean(), {1, issued.size(), launches, reused ? 1U : 0U}};
}

CaseFinding ProgramSuite::investigate(std::uint64_t number) const {
  const auto shows = [this](const Tape& tape) { return !judge(schedule_of(tape)).clean(); };
  const Schedule small = schedule_of(shrink(tape(number), shows, shrink_attempts));
  const checker::Report report = judge(small);
  std::string trace = print(small);
  if (!report.hazards.empty()) trace = minimal_trace(trace, checker::name(report.hazards.front().slug));
  const std::string head = fmt::format("# suite: {}\n# seed: {}\n# case: {}\n", name_, seed_, number);
  std::string summary = complaint(report);
  std::string commented = fmt::format("{}# noticed: {}\n{}", head, summary, trace);
  return {number, std::move(summary), std::move(commented), head + print(schedule(number))};
}

std::optional<bool> ProgramSuite::still_shows(std::string_view kept_trace) const {
  if (!kept_trace.starts_with(fmt::format("# suite: {}\n", name_))) return std::nullopt;
  const auto schedule = parse(kept_trace);
  if (!schedule) return std::nullopt;
  return !judge(*schedule).clean();
}

std::vector<Difference> ProgramSuite::compare(std::uint64_t number, Device& actual) const {
  model::DiscardSubmissions discard;
  model::Device expected(discard);
  Lockstep both(actual, expected);
  // The recorder numbers the operations, so that a difference has a line.
  Schedule issued;
  RecordingDevice recorder(issued, both);
  const Tape choices_made = tape(number);
  TapeReader choices(choices_made);
  program_(choices, recorder, issued.names());
  return both.differences();
}

}  // namespace fencepost::properties
