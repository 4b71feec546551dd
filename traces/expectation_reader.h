#pragma once

/// Reads `expect …` lines and, at the end of the trace, finds the operations they name.

#include <fencepost/traces/line_cursor.h>
#include <fencepost/traces/operation_index.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost {

class ExpectationReader {
 public:
  /// Most expectations of one trace.
  static constexpr std::size_t most_expectations = 10000;

  /// Reads the line that starts at `cursor` with `expect`.
  [[nodiscard]] bool read(LineCursor& cursor, std::uint32_t line);

  /// A fault that only the end of the trace could show, and the line it is on.
  struct LateFault {
    std::uint32_t line = 0;
    std::string source_line;
    Fault fault;
  };
  /// Resolves what `first=` and `second=` name, in the order of the lines.
  std::vector<LateFault> resolve(const OperationIndex& operations, const Names& names);

  /// Every expectation; complete after `resolve`.
  [[nodiscard]] const std::vector<Expectation>& expectations() const { return expectations_; }

 private:
  /// `first=gemm` or `first=12`: a name, or a line where the name is empty.
  struct Reference {
    std::size_t expectation = 0;
    bool is_second = false;
    std::size_t offset = 0;
    std::string name;
    std::uint64_t line = 0;
  };

  bool read_kind(LineCursor& cursor, Expectation& expectation);
  bool read_slug(LineCursor& cursor, Expectation& expectation);
  bool read_option(LineCursor& cursor, Expectation& expectation);
  bool read_reference(LineCursor& cursor, bool is_second);
  bool read_bytes(LineCursor& cursor, Expectation& expectation);
  bool check_consistent(LineCursor& cursor, const Expectation& expectation, std::size_t start);
  std::optional<Fault> resolve(const Reference& reference, const OperationIndex& operations, const Names& names);

  std::vector<Expectation> expectations_;
  std::vector<std::string> source_lines_;  ///< of each expectation, for faults found at the end
  std::vector<Reference> references_;
  std::size_t first_reference_ = 0;  ///< of the expectation that is being read
};

}  // namespace fencepost
