#pragma once

/// Reports on the shipped traces, for tests of what they say.

#include <fencepost/checker/audit.h>

#include <filesystem>
#include <string>
#include <vector>

namespace fencepost::checker {

/// The report in words on `traces/corpus/TRACE.trace`, as `fencepost audit` prints it at the root of
/// the repository.
std::string report_on(const std::string& trace);

struct Told {
  std::string trace;
  Report report;
  std::string text;  ///< of a file called `x.trace`, so that no path makes a line long
};

/// Every trace of the corpus with its report.
const std::vector<Told>& told();

std::string content_of(const std::filesystem::path& file);

}  // namespace fencepost::checker
