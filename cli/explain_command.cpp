#include "commands.h"
#include "hazard_manual.h"
#include "loaded_trace.h"
#include <fencepost/checker/explain/explain.h>

#include <ostream>

#include <fmt/format.h>

namespace fencepost::cli {

ExitStatus run(const ExplainHazardOptions& options, std::ostream& out, std::ostream& err) {
  const auto entry = manual_entry(options.slug);
  if (!entry) {
    err << fmt::format("error: no hazard and no note is called \"{}\"; these are:\n", options.slug);
    for (const std::string_view slug : manual_slugs()) err << fmt::format("  {}\n", slug);
    return ExitStatus::bad_input;
  }
  out << *entry;
  return ExitStatus::clean;
}

ExitStatus run(const ExplainOrderOptions& options, std::ostream& out, std::ostream& err) {
  const LoadedTrace trace = load_trace(options.path);
  if (!trace.schedule) {
    write_errors(err, trace);
    return ExitStatus::bad_input;
  }
  const auto explanation = checker::explain_path(*trace.schedule, options.first, options.second);
  if (!explanation) {
    err << fmt::format("{}: error: {}\n", trace.path, explanation.error());
    return ExitStatus::bad_input;
  }
  checker::write_explanation(out, *explanation, *trace.schedule, trace.text);
  return ExitStatus::clean;
}

}  // namespace fencepost::cli
