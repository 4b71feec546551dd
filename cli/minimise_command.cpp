#include "commands.h"
#include "loaded_trace.h"
#include "output_file.h"
#include <fencepost/checker/minimise/minimise.h>

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

ExitStatus run(const MinimiseOptions& options, std::ostream& out, std::ostream& err) {
  const LoadedTrace trace = load_trace(options.path);
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  const auto minimised = checker::minimise(trace.text, *trace.schedule, options.fingerprint);
  if (!minimised) {
    err << fmt::format("{}: error: {}\n", options.path, minimised.error());
    return ExitStatus::bad_input;
  }
  if (const auto written = write_text(options.output, minimised->text, out); !written) {
    err << fmt::format("error: {}\n", written.error());
    return ExitStatus::bad_input;
  }
  err << fmt::format("{}: {} {}: {} statements left of {} ({} audits)\n", options.path, name(minimised->slug),
                     minimised->fingerprint, minimised->operations_after, minimised->operations_before,
                     minimised->audits);
  return ExitStatus::hazards;
}

}  // namespace fencepost::cli
