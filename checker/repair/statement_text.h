#pragma once

/// Statements as text, for edits.

#include <fencepost/checker/report/page.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::checker {

/// Writes statements in the names of one schedule. Everything it was made from must outlive it.
class StatementText {
 public:
  StatementText(const Schedule& schedule, std::string_view text);

  /// `@loader record sent stream=rs`; the thread only where it is not `main`.
  [[nodiscard]] std::string record(std::string_view event, StreamId stream, ThreadId thread) const;
  [[nodiscard]] std::string wait(std::string_view event, StreamId stream, ThreadId thread) const;
  [[nodiscard]] std::string synchronize_event(std::string_view event, ThreadId thread) const;
  [[nodiscard]] std::string synchronize_stream(StreamId stream, ThreadId thread) const;
  /// `fill clear stream=rs to=send[3KiB:4KiB]`, of bytes of a buffer of `size` bytes.
  [[nodiscard]] std::string fill(BufferId buffer, std::uint64_t lo, std::uint64_t hi, std::uint64_t size,
                                 StreamId stream, ThreadId thread) const;
  [[nodiscard]] std::string record_stream(BufferId buffer, StreamId stream, ThreadId thread) const;
  [[nodiscard]] std::string group_begin(ThreadId thread) const { return start("group_begin", thread); }
  [[nodiscard]] std::string group_end(ThreadId thread) const { return start("group_end", thread); }
  static std::string declare_event(std::string_view event);

  /// A name no event of the schedule has: `done`, `done_2`, …
  [[nodiscard]] std::string fresh_event() const;
  /// The name of an event as a statement spells it.
  [[nodiscard]] std::string event(EventId event) const;
  /// The same for a buffer and a stream.
  [[nodiscard]] std::string buffer(BufferId buffer) const;
  [[nodiscard]] std::string edge(LabelId from, LabelId to, GraphId graph) const;
  [[nodiscard]] bool has_flag(std::uint32_t line, std::string_view flag) const;
  [[nodiscard]] std::string stream(StreamId stream) const;
  /// The line below the header, where declarations may stand.
  [[nodiscard]] std::uint32_t declarations_line() const { return declarations_line_; }

  [[nodiscard]] std::string_view line(std::uint32_t line) const { return source_.line(line); }
  [[nodiscard]] std::string_view statement(std::uint32_t line) const { return source_.statement(line); }
  /// The blanks at the start of a line.
  [[nodiscard]] std::string_view indentation(std::uint32_t line) const;
  /// The statement of `line` as it goes elsewhere: a status it was expected to fail with is dropped,
  /// as in all that follow, since a repair changes it.
  [[nodiscard]] std::string moved(std::uint32_t line) const;
  /// The statement of `line` with the word `flag` added, or without it; comments are dropped.
  [[nodiscard]] std::string with_flag(std::uint32_t line, std::string_view flag) const;
  [[nodiscard]] std::string without_flag(std::uint32_t line, std::string_view flag) const;
  /// The statement of `line` without its option `key=…`, and with `replacement` when it is not empty.
  [[nodiscard]] std::string with_option(std::uint32_t line, std::string_view key, std::string_view replacement) const;

 private:
  [[nodiscard]] std::string start(std::string_view keyword, ThreadId thread) const;

  const Names& names_;
  SourceLines source_;
  std::uint32_t declarations_line_ = 1;
};

}  // namespace fencepost::checker
