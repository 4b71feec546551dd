#pragma once

/// A trace file that was read and parsed, or why not.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/schedule.h>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli {

struct LoadedTrace {
  std::string path;
  std::string text;
  std::optional<Schedule> schedule;  ///< none when there are errors
  std::vector<Diagnostic> errors;
};

LoadedTrace load_trace(const std::string& path);

/// Writes the errors of `trace`, each with its place and what to do about it.
void write_errors(std::ostream& err, const LoadedTrace& trace);

}  // namespace fencepost::cli
