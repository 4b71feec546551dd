#include <fencepost/checker/repair/statement_text.h>
#include <fencepost/traces/text.h>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

std::string spelt(std::string_view name) {
  std::string result;
  append_name(result, name);
  return result;
}

/// Where the word `word` starts in `statement`; `ends_at_blank` asks for the whole word, otherwise
/// its beginning is enough. Words in quotes are not looked at.
std::size_t find_word(std::string_view statement, std::string_view word, bool whole) {
  bool quoted = false;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    if (statement[i] == '"') {
      quoted = !quoted;
    }
    const bool at_start = i > 0 && is_blank(statement[i - 1]) && !quoted;
    if (at_start && statement.substr(i).starts_with(word)) {
      const std::size_t end = i + word.size();
      if (!whole || end == statement.size() || is_blank(statement[end])) {
        return i;
      }
    }
  }
  return std::string_view::npos;
}

/// Removes `key=…` and the blank before it.
void erase_option(std::string& statement, std::string_view key) {
  const std::size_t place = find_word(statement, std::string(key) + "=", false);
  if (place != std::string::npos) {
    const std::size_t end = std::min(statement.find_first_of(" \t", place), statement.size());
    statement.erase(place - 1, end - place + 1);
  }
}

}  // namespace

StatementText::StatementText(const Schedule& schedule, std::string_view text)
    : names_(schedule.names()), source_(text) {
  while (declarations_line_ <= source_.size() && source_.statement(declarations_line_).empty()) {
    ++declarations_line_;
  }
  ++declarations_line_;
}

std::string StatementText::start(std::string_view keyword, ThreadId thread) const {
  if (thread == main_thread || !thread.exists()) {
    return std::string(keyword);
  }
  return fmt::format("@{} {}", spelt(names_[thread]), keyword);
}

std::string StatementText::record(std::string_view event, StreamId stream, ThreadId thread) const {
  return fmt::format("{} {} stream={}", start("record", thread), event, spelt(names_[stream]));
}

std::string StatementText::wait(std::string_view event, StreamId stream, ThreadId thread) const {
  return fmt::format("{} {} stream={}", start("wait", thread), event, spelt(names_[stream]));
}

std::string StatementText::fill(BufferId buffer, std::uint64_t lo, std::uint64_t hi, std::uint64_t size,
                                StreamId stream, ThreadId thread) const {
  std::string range = spelt(names_[buffer]);
  if (lo != 0 || hi != size) {
    range += '[';
    append_size(range, lo);
    range += ':';
    append_size(range, hi);
    range += ']';
  }
  return fmt::format("{} clear stream={} to={}", start("fill", thread), spelt(names_[stream]), range);
}

std::string StatementText::synchronize_event(std::string_view event, ThreadId thread) const {
  return fmt::format("{} {}", start("synchronize event", thread), event);
}

std::string StatementText::synchronize_stream(StreamId stream, ThreadId thread) const {
  return fmt::format("{} {}", start("synchronize stream", thread), spelt(names_[stream]));
}

std::string StatementText::record_stream(BufferId buffer, StreamId stream, ThreadId thread) const {
  return fmt::format("{} {} stream={}", start("record_stream", thread), spelt(names_[buffer]), spelt(names_[stream]));
}

std::string StatementText::declare_event(std::string_view event) { return fmt::format("event {}", event); }

std::string StatementText::event(EventId event) const { return spelt(names_[event]); }

std::string StatementText::buffer(BufferId buffer) const { return spelt(names_[buffer]); }

std::string StatementText::stream(StreamId stream) const { return spelt(names_[stream]); }

std::string StatementText::edge(LabelId from, LabelId to, GraphId graph) const {
  return fmt::format("edge {} {} graph={}", spelt(names_[from]), spelt(names_[to]), spelt(names_[graph]));
}

bool StatementText::has_flag(std::uint32_t line, std::string_view flag) const {
  return find_word(statement(line), flag, true) != std::string::npos;
}

std::string StatementText::fresh_event() const {
  std::string name = "done";
  for (int number = 2; names_.find<EventTag>(name); ++number) {
    name = fmt::format("done_{}", number);
  }
  return name;
}

std::string_view StatementText::indentation(std::uint32_t line) const {
  const std::string_view whole = source_.line(line);
  return whole.substr(0, std::min(whole.find_first_not_of(" \t"), whole.size()));
}

std::string StatementText::moved(std::uint32_t line) const {
  std::string result(statement(line));
  erase_option(result, "expect");
  return result;
}

std::string StatementText::with_flag(std::uint32_t line, std::string_view flag) const {
  return fmt::format("{}{} {}", indentation(line), moved(line), flag);
}

std::string StatementText::without_flag(std::uint32_t line, std::string_view flag) const {
  std::string result = moved(line);
  if (const std::size_t place = find_word(result, flag, true); place != std::string::npos) {
    result.erase(place - 1, flag.size() + 1);
  }
  return std::string(indentation(line)) + result;
}

std::string StatementText::with_option(std::uint32_t line, std::string_view key, std::string_view replacement) const {
  std::string result = moved(line);
  erase_option(result, key);
  if (!replacement.empty()) {
    result += fmt::format(" {}={}", key, replacement);
  }
  return std::string(indentation(line)) + result;
}

}  // namespace fencepost::checker
