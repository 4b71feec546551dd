#include "commands.h"
#include "loaded_trace.h"
#include "output_file.h"
#include <fencepost/checker/repair/mend.h>

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

void report(const FixOptions& options, const checker::MendedTrace& mended, std::ostream& err) {
  std::size_t number = 0;
  for (const std::string& summary : mended.applied) err << fmt::format("fix {}: {}\n", ++number, summary);
  for (const checker::Hazard& hazard : mended.report.hazards) {
    err << fmt::format("{}: no fix was found for {} (line {} of the result)\n", options.path, name(hazard.slug),
                       hazard.second.line);
  }
  if (mended.report.clean()) {
    err << fmt::format("{}: {}\n", options.path, mended.applied.empty() ? "clean as it is" : "clean after the fixes");
  }
}

}  // namespace

ExitStatus run(const FixOptions& options, std::ostream& out, std::ostream& err) {
  const LoadedTrace trace = load_trace(options.path);
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  const auto mended = checker::mend(trace.text);
  if (!mended) {
    err << fmt::format("{}: error: {}\n", options.path, mended.error());
    return ExitStatus::bad_input;
  }
  if (const auto written = write_text(options.output, mended->text, out); !written) {
    err << fmt::format("error: {}\n", written.error());
    return ExitStatus::bad_input;
  }
  report(options, *mended, err);
  return mended->report.clean() ? ExitStatus::clean : ExitStatus::hazards;
}

}  // namespace fencepost::cli
