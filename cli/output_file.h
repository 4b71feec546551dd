#pragma once

/// Writes a result so that a failure loses nothing.

#include <iosfwd>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace fencepost::cli {

/// Writes `text` to the file `path`, which appears whole or not at all: what was there stays until the
/// new text is on the disk. Error: what failed, with the system's reason.
tl::expected<void, std::string> write_file(const std::string& path, std::string_view text);

/// The same, but to `out` when `path` is `-`.
tl::expected<void, std::string> write_text(const std::string& path, std::string_view text, std::ostream& out);

}  // namespace fencepost::cli
