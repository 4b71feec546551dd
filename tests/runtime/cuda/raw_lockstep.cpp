#include "raw_lockstep.h"

#include <fencepost/properties/shrink.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/runtime/cuda/wrong_value_text.h>
#include <fencepost/traces/printer.h>

#include <sstream>

namespace fencepost::cuda {
namespace {

Schedule decoded(const properties::Tape& tape, const properties::RawSettings& settings) {
  properties::TapeReader choices(tape);
  return properties::generate_raw(choices, settings);
}

/// `line 7, record: the card said …` without its line, and with what tells one call from another.
std::string summary_of(const Difference& difference, const Operation& operation) {
  const std::string text = describe(difference);
  return (operation.flags.external ? "external " : "") + text.substr(text.find(", ") + 2);
}

}  // namespace

RawVerdict play_raw(const properties::Tape& tape, const properties::RawSettings& settings, Workspace& workspace,
                    Watchdog& watchdog, const OnHang& on_hang) {
  const auto prepared = Prepared::make(decoded(tape, settings));
  if (!prepared) return {RawVerdict::Kind::not_played, 0, prepared.error().reason, prepared.error().line};
  const RunResult result = run_on_card(**prepared, workspace, {}, watchdog, on_hang);
  if (!result.not_played.empty()) return {RawVerdict::Kind::not_played, 0, result.not_played, 0};
  RawVerdict verdict{RawVerdict::Kind::agreed, result.lockstep.calls, {}, 0};
  if (const auto& difference = result.lockstep.difference) {
    verdict.kind = RawVerdict::Kind::differed;
    verdict.summary = summary_of(*difference, (*prepared)->operations()[difference->index]);
    verdict.line = difference->line;
  } else if (result.sticky_error) {
    verdict.kind = RawVerdict::Kind::differed;
    verdict.summary = describe(**prepared, *result.sticky_error, result.progress);
  }
  return verdict;
}

std::string shrunk_trace(const properties::Tape& tape, const RawVerdict& verdict,
                         const properties::RawSettings& settings, Workspace& workspace, Watchdog& watchdog,
                         const OnHang& on_hang, std::size_t attempts) {
  const auto still_differs = [&](const properties::Tape& candidate) {
    const RawVerdict again = play_raw(candidate, settings, workspace, watchdog, on_hang);
    return again.kind == verdict.kind && again.summary == verdict.summary;
  };
  const properties::Tape small = properties::shrink(tape, still_differs, attempts);
  const std::uint32_t line = play_raw(small, settings, workspace, watchdog, on_hang).line;
  std::istringstream lines(print(decoded(small, settings)));
  std::string trace;
  std::string text;
  for (std::uint32_t number = 1; std::getline(lines, text); ++number) {
    trace += text + (number == line ? "  # " + verdict.summary : "") + '\n';
  }
  return trace;
}

}  // namespace fencepost::cuda
