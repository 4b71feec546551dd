#pragma once

/// One trace file together with what came of it: the value that every report is written from.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/schedule.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::checker {

struct AuditedFile {
  std::string path;                ///< as the user gave it
  std::vector<Diagnostic> errors;  ///< why the text is not a schedule; empty when it is one
  std::optional<Report> report;    ///< none when there are errors
  /// The schedule that was audited; null when there are errors. Must outlive this value.
  const Schedule* schedule = nullptr;
  /// The text of the file, for quoting its lines; may be empty. Must outlive this value.
  std::string_view text;
};

}  // namespace fencepost::checker
