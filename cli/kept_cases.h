#pragma once

/// The folder that `fencepost check --save` keeps findings in. A kept case is a trace with comments
/// that say what it is; it is read back from those, so it outlives changes of the generators.

#include <fencepost/properties/suite.h>

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cli {

struct KeptCase {
  std::string path;
  std::string text;
};

/// The kept cases of a folder, sorted by name; none when there is no such folder. Fails with what
/// cannot be read.
tl::expected<std::vector<KeptCase>, std::string> read_kept_cases(const std::string& folder);

/// Writes `finding` as NAME.trace and, as generated, as NAME.generated.trace; makes the folder when
/// it is not there. Returns the path of the first, or what could not be written.
tl::expected<std::string, std::string> keep_case(const std::string& folder, std::string_view name,
                                                 const properties::CaseFinding& finding);

}  // namespace fencepost::cli
