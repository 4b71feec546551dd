#include <fencepost/checker/report/wording.h>
#include <fencepost/traces/statement_table.h>
#include <fencepost/traces/text.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// A name as a person would write it in a sentence: in quotes.
std::string quoted(std::string_view name) { return fmt::format("\"{}\"", name); }

}  // namespace

std::string size_in_words(std::uint64_t bytes) {
  for (const Unit& unit : size_units()) {
    if (bytes != 0 && unit.factor > 1 && bytes % unit.factor == 0) {
      return fmt::format("{} {}", bytes / unit.factor, unit.suffix);
    }
  }
  return fmt::format("{} B", bytes);
}

std::string counted(std::uint64_t count, std::string_view noun) {
  const std::string_view ending = count == 1 ? "" : noun.ends_with("ss") || noun.ends_with("ch") ? "es" : "s";
  return fmt::format("{} {}{}", grouped(count), noun, ending);
}

std::string grouped(std::uint64_t number) {
  const std::string digits = fmt::format("{}", number);
  std::string result;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) {
      result += ',';
    }
    result += digits[i];
  }
  return result;
}

std::string Wording::operation(const Site& site) const {
  const Statement& statement = statement_of(site.operation);
  std::string keyword = full_keyword(statement);
  if (site.label.exists()) {
    return fmt::format("{} {}", keyword, quoted(names_[site.label]));
  }
  if (site.event.exists()) {
    return fmt::format("{} of {}", keyword, event(site.event));
  }
  if (site.operation == OperationKind::launch && site.executable.exists()) {
    return fmt::format("launch of {}", quoted(names_[site.executable]));
  }
  return keyword;
}

std::string Wording::site(const Site& site) const { return fmt::format("{} (line {})", operation(site), site.line); }

std::string Wording::place(const Site& site) const {
  if (site.phase == Phase::replay && !site.stream.exists()) {
    return graph(site.graph);
  }
  if (site.phase == Phase::host || !site.stream.exists()) {
    return fmt::format("host thread {}", names_[site.thread]);
  }
  return fmt::format("stream {}", names_[site.stream]);
}

std::string Wording::phase(const Site& site) const {
  switch (site.phase) {
    case Phase::eager:
      return "eager";
    case Phase::host:
      return "on the host";
    case Phase::captured:
      return site.graph.exists() ? fmt::format("captured into {}", graph(site.graph)) : "captured";
    case Phase::replay:
      break;
  }
  if (site.operation == OperationKind::launch) {
    return fmt::format("launch {} of {}", site.launch_number, quoted(names_[site.executable]));
  }
  return fmt::format("{} at line {}, runs in launch {} of {} (line {}{})", site.stream.exists() ? "captured" : "added",
                     site.line, site.launch_number, quoted(names_[site.executable]), site.launch_line,
                     site.launch_stream.exists() ? ", stream " + std::string(names_[site.launch_stream]) : "");
}

std::string_view Wording::verb(const Site& site) {
  if (site.operation == OperationKind::release) {
    return "frees";
  }
  if (site.operation == OperationKind::wait_value) {
    return "waits for";
  }
  if (site.operation == OperationKind::write_value) {
    return "writes";
  }
  if (site.operation == OperationKind::unmap) {
    return "unmaps";
  }
  if (site.operation == OperationKind::deregister_window) {
    return "ends";
  }
  if (site.operation == OperationKind::launch) {
    return "touches";
  }
  switch (site.mode) {
    case AccessMode::read:
      return "reads";
    case AccessMode::write:
      return "writes";
    case AccessMode::update:
      return "updates";
    case AccessMode::atomic:
      return "updates atomically";
  }
  return "";
}

const model::Generation* Wording::generation(model::GenerationId id) const {
  return id.exists() && id.index() < report_.generations.size() ? &report_.generations[id.index()] : nullptr;
}

std::string Wording::bytes(BufferId buffer, std::uint64_t lo, std::uint64_t hi, std::uint64_t size) const {
  std::string result;
  append_name(result, names_[buffer]);
  if (lo == 0 && hi == size) {
    return result;
  }
  result += '[';
  append_size(result, lo);
  result += ':';
  append_size(result, hi);
  result += ']';
  return result;
}

std::string Wording::first_bytes(const Hazard& hazard) const {
  if (!hazard.first_buffer.exists()) {
    return "the bytes";
  }
  const model::Generation* owner = generation(hazard.first.generation);
  if (owner == nullptr || hazard.lo < owner->lo) {
    return buffer(hazard.first_buffer);
  }
  return bytes(hazard.first_buffer, hazard.lo - owner->lo, hazard.hi - owner->lo, owner->hi - owner->lo);
}

std::string Wording::second_bytes(const Hazard& hazard) const {
  if (!hazard.second_buffer.exists()) {
    return "the bytes";
  }
  const model::Generation* owner = generation(hazard.second.generation);
  if (hazard.second_lo == hazard.second_hi) {
    return buffer(hazard.second_buffer);
  }
  const std::uint64_t size = owner == nullptr ? 0 : owner->hi - owner->lo;
  return bytes(hazard.second_buffer, hazard.second_lo, hazard.second_hi, size);
}

std::string Wording::event(EventId event) const {
  return event.exists() ? fmt::format("event {}", quoted(names_[event])) : std::string("an event");
}

std::string Wording::buffer(BufferId buffer) const {
  std::string result;
  append_name(result, names_[buffer]);
  return buffer.exists() ? result : std::string("the buffer");
}

std::string Wording::stream(StreamId stream) const {
  return stream.exists() ? fmt::format("stream {}", names_[stream]) : std::string("the host");
}

std::string Wording::graph(GraphId graph) const {
  return graph.exists() ? fmt::format("graph {}", quoted(names_[graph])) : std::string("the graph");
}

std::string Wording::line(std::uint32_t line, bool quote) const {
  const std::string_view statement = source_.statement(line);
  if (!quote || statement.empty()) {
    return fmt::format("line {}", line);
  }
  return fmt::format("line {} (`{}`)", line, statement);
}

}  // namespace fencepost::checker
