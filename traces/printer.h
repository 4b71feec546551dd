#pragma once

/// From schedule to text.

#include <fencepost/traces/option.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost {

/// The version line, `fencepost 1`, with its line end.
std::string print_version();

/// Prints operations in canonical form: one a line, options in the order of the manual, defaults
/// left out, sizes in the largest unit that divides them, a range without brackets where it is the
/// whole buffer. Fed in issue order, because that is how it knows how large a buffer is and how
/// deep in loops an operation stands.
class StatementPrinter {
 public:
  /// `names` must outlive the printer; names may be added to it meanwhile.
  explicit StatementPrinter(const Names& names) : names_(names) {}

  /// Appends the statement and a line end to `out`.
  void print(const Operation& operation, std::string& out);
  /// The statement alone, without indentation, line end or effect on what follows.
  [[nodiscard]] std::string statement(const Operation& operation) const;

 private:
  void append_argument(const Operation& operation, std::string& out) const;
  void append_accesses(const Operation& operation, AccessMode mode, std::string& out) const;
  void append_access(const Access& access, std::string& out) const;
  /// Appends ` key=value` when the operation carries that option.
  void append_option(const Operation& operation, Option option, std::string& out) const;
  void append_value(const Operation& operation, Option option, std::string& out) const;

  const Names& names_;
  std::vector<std::uint64_t> buffer_sizes_;
  std::size_t depth_ = 0;
};

/// The whole trace: version line, operations, expectations. Operation `i` stands on line `i + 2`.
/// Parsing it gives a schedule that equals `schedule`, and printing that gives the same text.
/// REQUIRES: what the parser demands of a text, such as no use of a buffer before its declaration.
std::string print(const Schedule& schedule);

/// The line on which `print` puts operation `index`.
constexpr std::uint32_t printed_line(std::size_t index) { return static_cast<std::uint32_t>(index + 2); }

}  // namespace fencepost
