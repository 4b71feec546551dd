#include "commands.h"
#include "loaded_trace.h"
#include "verdict.h"
#include <fencepost/checker/audit.h>
#include <fencepost/checker/picture/lanes.h>

#include <ostream>

namespace fencepost::cli {

ExitStatus run(const ShowOptions& options, std::ostream& out, std::ostream& err) {
  const LoadedTrace trace = load_trace(options.path);
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  const checker::Report report =
      checker::audit(*trace.schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  const checker::LanesStyle style{
      .width = options.width, .max_rows = options.rows, .expand_launches = !options.fold_launches};
  checker::write_lanes(out, *trace.schedule, report, style);
  return judge(trace, report, err);
}

}  // namespace fencepost::cli
