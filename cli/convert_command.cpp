#include "commands.h"
#include "loaded_trace.h"
#include "verdict.h"
#include <fencepost/checker/audit.h>
#include <fencepost/checker/picture/dot.h>
#include <fencepost/checker/picture/std_trace.h>

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

ExitStatus write_dot(const LoadedTrace& trace, const checker::Report& report, std::ostream& out, std::ostream& err) {
  if (checker::write_dot(out, *trace.schedule, report)) return ExitStatus::clean;
  err << fmt::format("{}: error: too many operations for a graph one can look at\n", trace.path);
  return ExitStatus::bad_input;
}

}  // namespace

ExitStatus run(const ConvertOptions& options, std::ostream& out, std::ostream& err) {
  const LoadedTrace trace = load_trace(options.path);
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  const checker::Report report =
      checker::audit(*trace.schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  if (judge(trace, report, err) == ExitStatus::bad_input) return ExitStatus::bad_input;
  if (options.format == ConvertOptions::Format::dot) return write_dot(trace, report, out, err);
  checker::write_std(out, *trace.schedule);
  return ExitStatus::clean;
}

}  // namespace fencepost::cli
