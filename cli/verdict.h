#pragma once

#include "exit_status.h"
#include "loaded_trace.h"
#include <fencepost/checker/audit.h>

#include <iosfwd>

namespace fencepost::cli {

/// The exit status of a report; complains when there is no verdict.
ExitStatus judge(const LoadedTrace& trace, const checker::Report& report, std::ostream& err);

}  // namespace fencepost::cli
