#include <fencepost/traces/trace_parser.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::string_view version_line = "`fencepost 1` before anything else";

/// `expect` is the one statement that is no operation.
bool starts_expectation(std::string_view rest) {
  constexpr std::string_view keyword = "expect";
  return rest.starts_with(keyword) && (rest.size() == keyword.size() || is_blank(rest[keyword.size()]));
}

std::string describe_bad_byte(std::string_view text, std::size_t offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  if (byte >= 0x80) return fmt::format("byte 0x{:02x} is not UTF-8", byte);
  return fmt::format("control character 0x{:02x}", byte);
}

}  // namespace

TraceParser::TraceParser(std::string file, Schedule& schedule)
    : file_(std::move(file)), schedule_(schedule), statements_(schedule.names(), declarations_) {}

void TraceParser::report(std::uint32_t line, std::string_view source_line, const Fault& fault) {
  if (diagnostics_.errors.size() == most_diagnostics) {
    diagnostics_.truncated = true;
    gave_up_ = true;
    return;
  }
  diagnostics_.errors.push_back(diagnose(file_, line, source_line, fault));
}

void TraceParser::add_file_fault(std::string message) {
  report(0, {}, {0, std::move(message), {}, {}});
  gave_up_ = true;
}

void TraceParser::add_overlong_line() {
  ++line_;
  report(line_, {}, {0, "the line is too long", fmt::format("at most {} bytes", LineSource::longest_line), {}});
}

void TraceParser::add_line(std::string_view text) {
  if (line_ == std::numeric_limits<std::uint32_t>::max()) return add_file_fault("the file has 2^32 lines or more");
  ++line_;
  const std::size_t bad = first_bad_byte(text);
  if (bad != text.size()) {
    return report(line_, text, {bad, describe_bad_byte(text, bad), "UTF-8 text; `\\xHH` inside quotes", {}});
  }
  cursor_.start(text);
  cursor_.skip_blanks();
  if (cursor_.at_end()) return;
  if (has_version_) {
    read_statement(cursor_);
  } else {
    read_version(cursor_);
  }
}

void TraceParser::read_version(LineCursor& cursor) {
  has_version_ = true;
  const std::size_t start = cursor.offset();
  const bool has_keyword = cursor.take_word() == "fencepost";
  cursor.skip_blanks();
  std::uint64_t version = 0;
  if (!has_keyword || !cursor.read_number(version) || !cursor.at_boundary()) {
    // Whatever follows is as little a trace as this line is.
    gave_up_ = true;
    return report(line_, cursor.line(), {start, "this is not a trace", std::string(version_line), {}});
  }
  if (version != 1) {
    gave_up_ = true;
    return report(line_, cursor.line(),
                  {start, fmt::format("version {} of the trace language is not known", version), "version 1", {}});
  }
  cursor.skip_blanks();
  if (!cursor.at_end()) report(line_, cursor.line(), {cursor.offset(), "nothing more stands here", {}, {}});
}

void TraceParser::read_statement(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  const bool is_expectation = starts_expectation(cursor.line().substr(start));
  const bool good = is_expectation ? expectations_.read(cursor, line_) : read_operation(cursor, start);
  if (!good) report(line_, cursor.line(), cursor.fault());
}

bool TraceParser::read_operation(LineCursor& cursor, std::size_t start) {
  bool good = statements_.read(cursor, line_);
  const Statement* const statement = statements_.statement();
  if (statement == nullptr) return false;
  // A faulty loop is a loop all the same, so that its end is not a second fault.
  if (statement->kind == OperationKind::repeat_begin) good = open_loop(cursor, good) && good;
  if (!good) return false;
  if (statement->kind == OperationKind::repeat_end && !close_loop(cursor, start)) return false;
  schedule_.append(statements_.operation());
  operations_.add(line_, statement->names_work() ? statements_.operation().label : LabelId::none());
  return true;
}

bool TraceParser::open_loop(LineCursor& cursor, bool count_is_known) {
  if (loops_.size() == deepest_nesting) {
    gave_up_ = true;
    return cursor.fail(0, "loops are nested too deep", fmt::format("at most {} deep", deepest_nesting));
  }
  loops_.push_back({line_, !count_is_known || statements_.operation().detail->count == 1});
  declarations_.begin_loop();
  return true;
}

bool TraceParser::close_loop(LineCursor& cursor, std::size_t start) {
  if (loops_.empty()) return cursor.fail(start, "no repeated body is open");
  const bool runs_once = loops_.back().runs_once;
  loops_.pop_back();
  const auto left_over = declarations_.end_loop();
  if (runs_once || left_over.empty()) return true;
  const auto& first = left_over.front();
  const std::string_view name = table_of(schedule_.names(), first.space)[first.index];
  return cursor.fail(start,
                     fmt::format("the {} `{}` of line {} still exists when the body starts again", noun(first.space),
                                 name, first.line),
                     {}, "free or destroy it inside the body, or declare it before the loop");
}

void TraceParser::finish() {
  if (!has_version_ && !failed()) {
    report(std::max(line_, 1U), {}, {0, "the trace is empty", std::string(version_line), {}});
  }
  if (gave_up_) return;
  if (!loops_.empty() && !failed()) {
    report(line_, {}, {0, fmt::format("the repeated body of line {} is not closed", loops_.back().line), "`}`", {}});
  }
  if (failed()) return;  // operations are missing, so names and lines may seem to be
  for (const auto& late : expectations_.resolve(operations_, schedule_.names())) {
    report(late.line, late.source_line, late.fault);
  }
  schedule_.expectations() = expectations_.expectations();
}

bool parse_next_line(LineSource& lines, TraceParser& parser) {
  if (parser.gave_up() || !lines.next()) {
    if (lines.failed()) parser.add_file_fault("reading failed before the end of the file");
    parser.finish();
    return false;
  }
  if (lines.too_long()) {
    parser.add_overlong_line();
  } else {
    parser.add_line(lines.line());
  }
  return true;
}

}  // namespace fencepost
