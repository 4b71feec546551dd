#pragma once

/// Reads one statement that is an operation.

#include <fencepost/traces/declarations.h>
#include <fencepost/traces/line_cursor.h>
#include <fencepost/traces/operation.h>
#include <fencepost/traces/range_reader.h>
#include <fencepost/traces/statement_table.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace fencepost {

/// Turns one line into one `Operation` and keeps the declarations up to date. Guided by the
/// statement table; allocates nothing for the common statements.
class StatementReader {
 public:
  /// Both must outlive the reader. New names are added to `names`.
  StatementReader(Names& names, Declarations& declarations)
      : names_(names), declarations_(declarations), ranges_(names, declarations) {}

  /// Reads the statement at `cursor`. Returns false after describing a fault in the cursor; names
  /// that the statement declares or lacks are known afterwards all the same, so that one fault is
  /// not followed by others about the same name.
  [[nodiscard]] bool read(LineCursor& cursor, std::uint32_t line);

  /// What was read; valid until the next `read`.
  [[nodiscard]] const Operation& operation() const { return operation_; }
  /// Which statement the line is, faulty or not; null when its keyword is not known.
  [[nodiscard]] const Statement* statement() const { return statement_; }

 private:
  void reset(std::uint32_t line);
  Detail& detail();

  bool read_thread(LineCursor& cursor);
  bool read_keyword(LineCursor& cursor);
  bool read_second_keyword(LineCursor& cursor, std::span<const Statement> candidates);
  bool read_subject(LineCursor& cursor);
  bool read_argument(LineCursor& cursor);
  bool read_buffer_size(LineCursor& cursor);
  bool read_repetitions(LineCursor& cursor);
  bool read_options(LineCursor& cursor);
  bool read_option(LineCursor& cursor);
  [[nodiscard]] const Option* find_option(std::string_view key);
  bool read_value(LineCursor& cursor, const OptionRow& option);
  bool read_name_value(LineCursor& cursor, const OptionRow& option);
  bool read_word_value(LineCursor& cursor, Option option);
  bool read_count_value(LineCursor& cursor);
  bool read_address_value(LineCursor& cursor);
  bool read_status_value(LineCursor& cursor);
  void set_name(Option option, std::uint32_t index);
  void set_word(Option option, std::size_t index);
  void set_flag(Option option);
  bool check_required(LineCursor& cursor) const;
  bool apply_effect(LineCursor& cursor);
  bool create_subject(LineCursor& cursor);
  /// The author expects the call to be refused; then it creates and destroys nothing.
  [[nodiscard]] bool is_refused() const;

  Names& names_;
  Declarations& declarations_;
  RangeReader ranges_;
  const Statement* statement_ = nullptr;
  Operation operation_;
  Detail detail_;
  bool uses_detail_ = false;
  OptionSet seen_;
  std::size_t next_option_ = 0;  ///< where the search for an option starts
  std::uint32_t subject_ = 0;
  std::size_t subject_offset_ = 0;
};

}  // namespace fencepost
