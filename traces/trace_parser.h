#pragma once

/// The grammar of a whole trace: version line, loops, statements, expectations, in that order of
/// nesting. Fed line by line, so that text in memory and streams share it.

#include <fencepost/traces/declarations.h>
#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/expectation_reader.h>
#include <fencepost/traces/line_source.h>
#include <fencepost/traces/operation_index.h>
#include <fencepost/traces/schedule.h>
#include <fencepost/traces/statement_reader.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost {

/// Appends operations to a schedule and collects faults. Not copyable, not movable.
class TraceParser {
 public:
  static constexpr std::size_t deepest_nesting = 64;

  /// `schedule` must outlive the parser. Its operations may be cleared between lines.
  TraceParser(std::string file, Schedule& schedule);
  TraceParser(const TraceParser&) = delete;
  TraceParser& operator=(const TraceParser&) = delete;
  ~TraceParser() = default;

  void add_line(std::string_view text);
  /// A line that was too long to be looked at.
  void add_overlong_line();
  /// Stops at a fault of the file as a whole, such as a failed read.
  void add_file_fault(std::string message);
  /// Checks what only the end shows, and hands the expectations to the schedule.
  void finish();

  /// More lines could not change the outcome.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  [[nodiscard]] bool failed() const { return !diagnostics_.errors.empty(); }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  /// Complete after `finish`.
  [[nodiscard]] const std::vector<Expectation>& expectations() const { return expectations_.expectations(); }

 private:
  struct OpenLoop {
    std::uint32_t line;
    bool runs_once;  ///< or is faulty, so that nobody knows
  };

  void read_version(LineCursor& cursor);
  void read_statement(LineCursor& cursor);
  bool read_operation(LineCursor& cursor, std::size_t start);
  bool open_loop(LineCursor& cursor, bool count_is_known);
  bool close_loop(LineCursor& cursor, std::size_t start);
  void report(std::uint32_t line, std::string_view source_line, const Fault& fault);

  std::string file_;
  Schedule& schedule_;
  Declarations declarations_;
  StatementReader statements_;
  ExpectationReader expectations_;
  OperationIndex operations_;
  std::vector<OpenLoop> loops_;
  LineCursor cursor_;
  std::uint32_t line_ = 0;
  bool has_version_ = false;
  bool gave_up_ = false;
  Diagnostics diagnostics_;
};

/// Hands the next line to `parser`. At the end of the lines it finishes the parser and returns false.
bool parse_next_line(LineSource& lines, TraceParser& parser);

}  // namespace fencepost
