#include "card.h"
#include "commands.h"
#include "loaded_trace.h"
#include "tally.h"
#include "trace_files.h"

#include <deque>
#include <ostream>
#include <vector>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

/// Everything that can be read and parsed; complaints about the rest go to `err` and into `tally`.
std::deque<LoadedTrace> load(const ReplayOptions& options, std::ostream& err, Tally& tally) {
  const FoundTraces found = find_traces(options.paths);
  for (const std::string& problem : found.problems) {
    err << fmt::format("error: {}\n", problem);
    tally.add(ExitStatus::bad_input);
  }
  std::deque<LoadedTrace> traces;
  for (const std::string& path : found.files) {
    LoadedTrace trace = load_trace(path);
    if (trace.schedule) {
      traces.push_back(std::move(trace));
      continue;
    }
    write_errors(err, trace);
    tally.add(ExitStatus::bad_input);
  }
  return traces;
}

}  // namespace

ExitStatus run(const ReplayOptions& options, std::ostream& out, std::ostream& err) {
  Tally tally;
  const std::deque<LoadedTrace> traces = load(options, err, tally);
  if (traces.empty()) return tally.status();
  const CardExamination card = examine_card();
  if (!card.can_play) {
    err << fmt::format("error: no schedule can be played here: {}\nhint: `fencepost doctor` says what is there\n",
                       card.why_not);
    return worse(tally.status(), ExitStatus::no_gpu);
  }
  std::vector<NamedSchedule> schedules;
  for (const LoadedTrace& trace : traces) schedules.push_back({trace.path, &*trace.schedule});
  play_on_card(options, schedules, [&](const CardVerdict& verdict) {
    // At once: whatever ends this program later, the verdict has been given.
    out << (options.json ? verdict.json + '\n' : verdict.text) << std::flush;
    tally.add(verdict.status);
  });
  if (!options.json && schedules.size() > 1) out << tally.summary("clean", "with hazards") << '\n';
  return tally.status();
}

}  // namespace fencepost::cli
