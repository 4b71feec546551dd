#include <fencepost/traces/expectation_printer.h>
#include <fencepost/traces/operation_index.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/spelling.h>
#include <fencepost/traces/statement_table.h>
#include <fencepost/traces/text.h>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::size_t indentation = 2;

/// Whether the operation carries the option, or has to show it although its value is the default.
bool carries(const Operation& operation, Option option) {
  const Detail& detail = *operation.detail;
  if (statement_of(operation.kind).required.contains(option)) return true;
  switch (option) {
    case Option::stream:
      return operation.stream.exists();
    case Option::device:
      return detail.device.exists();
    case Option::pool:
      return detail.pool.exists();
    case Option::buffer:
      return detail.buffer.exists();
    case Option::stream_kind:
      return detail.stream_kind != Detail{}.stream_kind;
    case Option::memory:
      return detail.memory != Detail{}.memory;
    case Option::mode:
      return detail.capture_mode != Detail{}.capture_mode;
    case Option::allocator_profile:
      return detail.allocator_profile != Detail{}.allocator_profile;
    case Option::communicator_profile:
      return detail.communicator_profile != Detail{}.communicator_profile;
    case Option::ready:
      return detail.ready.has_value();
    case Option::priority:
      return detail.priority != 0;
    case Option::time:
      return detail.time.count() != 0;
    case Option::address:
      return detail.address.has_value();
    case Option::expect:
      return detail.expected_status.has_value();
    case Option::note:
      return !detail.annotation.empty();
    case Option::external:
      return operation.flags.external;
    case Option::synchronous:
      return operation.flags.synchronous;
    case Option::early:
      return operation.flags.early;
    case Option::auto_free:
      return operation.flags.auto_free;
    case Option::move:
      return operation.flags.move;
    case Option::graph_capture_record_stream_reuse:
      return operation.flags.graph_capture_record_stream_reuse;
    default:
      return row(option).form == ValueForm::ranges &&
             std::ranges::find(operation.accesses, row(option).access, &Access::mode) != operation.accesses.end();
  }
}

}  // namespace

std::string print_version() { return "fencepost 1\n"; }

void StatementPrinter::print(const Operation& operation, std::string& out) {
  if (operation.kind == OperationKind::repeat_end && depth_ > 0) --depth_;
  out.append(depth_ * indentation, ' ').append(statement(operation)).append("\n");
  if (operation.kind == OperationKind::repeat_begin) ++depth_;
  if (operation.kind == OperationKind::create_buffer || operation.kind == OperationKind::allocate) {
    if (operation.object >= buffer_sizes_.size()) buffer_sizes_.resize(operation.object + std::size_t{1});
    buffer_sizes_[operation.object] = operation.detail->size;
  }
}

std::string StatementPrinter::statement(const Operation& operation) const {
  const Statement& form = statement_of(operation.kind);
  std::string out;
  if (operation.thread != main_thread) {
    out += '@';
    append_name(out, names_[operation.thread]);
    out += ' ';
  }
  out += full_keyword(form);
  const std::uint32_t subject = form.space == Namespace::label ? operation.label.value : operation.object;
  if (form.effect != Effect::none && subject != Id<void>::none_value) {
    out += ' ';
    append_name(out, table_of(names_, form.space)[subject]);
  }
  append_argument(operation, out);
  for (const Option option : form.options) append_option(operation, option, out);
  if (operation.kind == OperationKind::repeat_begin) out += " {";
  return out;
}

void StatementPrinter::append_argument(const Operation& operation, std::string& out) const {
  const Detail& detail = *operation.detail;
  switch (statement_of(operation.kind).argument) {
    case Argument::none:
      break;
    case Argument::size:
      out += ' ';
      append_size(out, detail.size);
      break;
    case Argument::node:
      out += ' ';
      append_name(out, names_[detail.node]);
      break;
    case Argument::capture_mode:
      out.append(" ").append(name(detail.capture_mode));
      break;
    case Argument::repetitions:
      out += detail.count == 0 ? " forever" : fmt::format(" {}", detail.count);
      break;
  }
}

void StatementPrinter::append_option(const Operation& operation, Option option, std::string& out) const {
  if (!carries(operation, option)) return;
  out.append(" ").append(row(option).key);
  if (row(option).form == ValueForm::flag) return;
  out += '=';
  append_value(operation, option, out);
}

void StatementPrinter::append_value(const Operation& operation, Option option, std::string& out) const {
  const Detail& detail = *operation.detail;
  const auto number = [&out](auto value) { fmt::format_to(std::back_inserter(out), "{}", value); };
  switch (option) {
    case Option::stream:
      return append_name(out, names_[operation.stream]);
    case Option::device:
      return append_name(out, names_[detail.device]);
    case Option::pool:
      return append_name(out, names_[detail.pool]);
    case Option::communicator:
      return append_name(out, names_[detail.communicator]);
    case Option::buffer:
      return append_name(out, names_[detail.buffer]);
    case Option::graph:
      return append_name(out, names_[operation.graph()]);
    case Option::from_graph:
      return append_name(out, names_[detail.graph]);
    case Option::node:
      return append_name(out, names_[detail.node]);
    case Option::reads:
    case Option::writes:
    case Option::updates:
    case Option::atomics:
    case Option::from_range:
    case Option::to_range:
      return append_accesses(operation, row(option).access, out);
    case Option::stream_kind:
      return number(name(detail.stream_kind));
    case Option::pool_kind:
      return number(name(detail.pool_kind));
    case Option::memory:
      return number(name(detail.memory));
    case Option::mode:
      return number(name(detail.capture_mode));
    case Option::allocator_profile:
      return number(name(detail.allocator_profile));
    case Option::communicator_profile:
      return number(name(detail.communicator_profile));
    case Option::ready:
      return number(detail.ready.value_or(false) ? "yes" : "no");
    case Option::ranks:
    case Option::threads:
    case Option::value:
      return number(detail.count);
    case Option::priority:
      return number(detail.priority);
    case Option::time:
      return append_time(out, detail.time);
    case Option::address:
      fmt::format_to(std::back_inserter(out), "{:#x}", detail.address.value_or(0));
      return;
    case Option::expect:
      return number(name(detail.expected_status.value_or(Status::success)));
    case Option::note:
      return append_quoted(out, detail.annotation);
    case Option::external:
    case Option::synchronous:
    case Option::early:
    case Option::auto_free:
    case Option::move:
    case Option::graph_capture_record_stream_reuse:
      return;
  }
}

void StatementPrinter::append_accesses(const Operation& operation, AccessMode mode, std::string& out) const {
  bool first = true;
  for (const Access& access : operation.accesses) {
    if (access.mode != mode) continue;
    if (!first) out += ',';
    first = false;
    append_access(access, out);
  }
}

void StatementPrinter::append_access(const Access& access, std::string& out) const {
  append_name(out, names_[access.buffer]);
  const std::uint64_t size = access.buffer.index() < buffer_sizes_.size() ? buffer_sizes_[access.buffer.index()] : 0;
  if (access.lo != 0 || access.hi != size) {
    out += '[';
    append_size(out, access.lo);
    out += ':';
    append_size(out, access.hi);
    out += ']';
  }
  if (access.version != 0) fmt::format_to(std::back_inserter(out), "@{}", access.version);
}

std::string print(const Schedule& schedule) {
  std::string out = print_version();
  StatementPrinter printer(schedule.names());
  OperationIndex index;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Operation operation = schedule[i];
    printer.print(operation, out);
    index.add(printed_line(i), statement_of(operation.kind).names_work() ? operation.label : LabelId::none());
  }
  for (const Expectation& expectation : schedule.expectations()) {
    append_expectation(schedule, index, expectation, out);
  }
  return out;
}

}  // namespace fencepost
