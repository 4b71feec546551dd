#pragma once

/// From the paths of a command line to texts.

#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cli {

/// The path that stands for standard input.
inline constexpr const char* standard_input = "-";

struct FoundTraces {
  std::vector<std::string> files;     ///< in the order of the arguments; those of a folder sorted
  std::vector<std::string> problems;  ///< `PATH: what is wrong with it`, for each argument without a file
};

/// Replaces each folder by the *.trace files in it and below; takes everything else as it is.
FoundTraces find_traces(std::span<const std::string> paths);

/// All of a file, or why it cannot be read.
tl::expected<std::string, std::string> read_text(const std::string& path);

}  // namespace fencepost::cli
