#include "verdict.h"

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

ExitStatus judge(const LoadedTrace& trace, const checker::Report& report, std::ostream& err) {
  if (report.error) {
    err << fmt::format("{}:{}: error: {}\n", trace.path, report.error->line, report.error->message);
    return ExitStatus::bad_input;
  }
  return report.hazards.empty() ? ExitStatus::clean : ExitStatus::hazards;
}

}  // namespace fencepost::cli
