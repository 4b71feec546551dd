#pragma once

/// The commands of the program. Each writes its result to `out` and complaints to `err`, reads
/// nothing but the files it is given (and standard input for `-`), and returns the exit status.

#include "options.h"

#include <iosfwd>

namespace fencepost::cli {

ExitStatus run(const AuditOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const FixOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const MinimiseOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const ExplainHazardOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const ExplainOrderOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const ShowOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const ConvertOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const CheckOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const RulesOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const ReplayOptions& options, std::ostream& out, std::ostream& err);
ExitStatus run(const DoctorOptions& options, std::ostream& out, std::ostream& err);

}  // namespace fencepost::cli
