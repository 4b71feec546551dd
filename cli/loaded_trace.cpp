#include "loaded_trace.h"

#include "trace_files.h"
#include <fencepost/traces/parser.h>

#include <ostream>
#include <utility>

namespace fencepost::cli {

LoadedTrace load_trace(const std::string& path) {
  LoadedTrace trace;
  trace.path = path;
  auto text = read_text(path);
  if (!text) {
    Diagnostic diagnostic;
    diagnostic.file = path;
    diagnostic.message = std::move(text.error());
    trace.errors.push_back(std::move(diagnostic));
    return trace;
  }
  trace.text = std::move(*text);
  auto schedule = parse(trace.text, path);
  if (schedule) {
    trace.schedule = std::move(*schedule);
  } else {
    trace.errors = std::move(schedule.error().errors);
  }
  return trace;
}

void write_errors(std::ostream& err, const LoadedTrace& trace) {
  for (const Diagnostic& diagnostic : trace.errors) err << render(diagnostic);
}

}  // namespace fencepost::cli
