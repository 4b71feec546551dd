#pragma once

/// A repair as a small diff.

#include <fencepost/checker/report/wording.h>

#include <string>
#include <vector>

namespace fencepost::checker {

/// `13 + wait sent stream=main`: the changed lines with their number in the original text.
std::vector<std::string> diff(const Fix& fix, const SourceLines& source);

/// `adds 1 wait, and 2 MiB at the peak`.
std::string cost(const Fix& fix);

}  // namespace fencepost::checker
