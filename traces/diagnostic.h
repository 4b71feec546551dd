#pragma once

/// What is wrong with a trace, said so that a person can mend it without the manual.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost {

/// One fault, at one place. A value; wording is complete except for the frame that `render` adds.
struct Diagnostic {
  std::string file;
  std::uint32_t line = 0;    ///< one-based; 0: the file as a whole (it cannot be read)
  std::uint32_t column = 0;  ///< one-based, in characters, not bytes
  /// The line it is about, or the part of a very long line around the place.
  std::string source_line;
  std::size_t caret = 0;   ///< where in `source_line` the place is, in bytes
  std::string message;     ///< "no stream is called `mian`"
  std::string expected;    ///< what would have been right here; may be empty
  std::string suggestion;  ///< "did you mean `main`?"; may be empty

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// The faults of one file in the order of its lines. Never empty where it is an error.
struct Diagnostics {
  std::vector<Diagnostic> errors;
  bool truncated = false;  ///< there were more than are listed

  friend bool operator==(const Diagnostics&, const Diagnostics&) = default;
};

/// How many faults of one file are listed; a wrong kind of file has one on every line.
inline constexpr std::size_t most_diagnostics = 20;

/// A fault inside one line, before anybody knows the file and the line number.
struct Fault {
  std::size_t offset = 0;  ///< in bytes from the start of the line
  std::string message;
  std::string expected;
  std::string suggestion;
};

/// Places `fault` in its line. Long lines are cut to the part around the place; control characters
/// and bytes that are not UTF-8 become question marks.
Diagnostic diagnose(std::string_view file, std::uint32_t line, std::string_view source_line, const Fault& fault);

/// `FILE:LINE:COLUMN: error: …`, the line, a caret below the place and a hint, each line ended.
std::string render(const Diagnostic& diagnostic);
std::string render(const Diagnostics& diagnostics);

}  // namespace fencepost
