#include <fencepost/traces/spelling.h>
#include <fencepost/traces/statement_table.h>

#include <algorithm>
#include <array>

namespace fencepost {
namespace {

using Kind = OperationKind;
using Space = Namespace;
using Options = std::initializer_list<Option>;

constexpr Statement statement(Kind kind, std::string_view keyword, Options required = {}, Options optional = {}) {
  Statement result{.kind = kind, .keyword = keyword};
  const std::size_t blank = keyword.find(' ');
  if (blank != std::string_view::npos) {
    result.keyword = keyword.substr(0, blank);
    result.what = keyword.substr(blank + 1);
  }
  result.options = OptionList(required).followed_by(optional).followed_by({Option::expect, Option::note});
  result.required = OptionSet(required);
  return result;
}

constexpr Statement about(Space space, Effect effect, Statement result) {
  result.space = space;
  result.effect = effect;
  return result;
}
constexpr Statement creates(Space space, Kind kind, std::string_view keyword, Options required = {},
                            Options optional = {}) {
  return about(space, Effect::creates, statement(kind, keyword, required, optional));
}
constexpr Statement uses(Space space, Kind kind, std::string_view keyword, Options required = {},
                         Options optional = {}) {
  return about(space, Effect::uses, statement(kind, keyword, required, optional));
}
constexpr Statement destroys(Space space, Kind kind, std::string_view keyword, Options optional = {}) {
  return about(space, Effect::destroys, statement(kind, keyword, {}, optional));
}
constexpr Statement work(Kind kind, std::string_view keyword, Options required, Options optional = {}) {
  return creates(Space::label, kind, keyword, required, optional);
}
constexpr Statement collective(Kind kind, std::string_view keyword) {
  return work(kind, keyword, {Option::communicator, Option::stream},
              {Option::reads, Option::writes, Option::updates, Option::time});
}
constexpr Statement with(Argument argument, Statement result) {
  result.argument = argument;
  return result;
}
constexpr Statement with_optional_name(Statement result) {
  result.name_is_optional = true;
  return result;
}
constexpr Statement without_outcome(Statement result, Options options) {
  result.options = options;
  return result;
}

}  // namespace

constexpr std::array<Statement, operation_kind_count> statement_table{{
    // Declarations.
    creates(Space::device, Kind::create_device, "device"),
    creates(Space::thread, Kind::create_thread, "thread"),
    creates(Space::stream, Kind::create_stream, "stream", {}, {Option::stream_kind, Option::device, Option::priority}),
    creates(Space::event, Kind::create_event, "event", {}, {Option::device}),
    with(Argument::size, creates(Space::buffer, Kind::create_buffer, "buffer", {}, {Option::memory, Option::device})),
    creates(Space::pool, Kind::create_pool, "pool", {Option::pool_kind},
            {Option::device, Option::allocator_profile, Option::graph_capture_record_stream_reuse}),
    creates(Space::communicator, Kind::create_communicator, "communicator", {Option::ranks},
            {Option::communicator_profile}),
    creates(Space::signal, Kind::create_signal, "signal"),
    creates(Space::barrier, Kind::create_barrier, "barrier", {Option::threads}),
    creates(Space::mutex, Kind::create_mutex, "mutex"),
    creates(Space::graph, Kind::create_graph, "graph"),
    // Work on a stream.
    work(Kind::kernel, "kernel", {Option::stream},
         {Option::reads, Option::writes, Option::updates, Option::atomics, Option::time, Option::early}),
    work(Kind::copy, "copy", {Option::stream, Option::from_range, Option::to_range},
         {Option::synchronous, Option::time}),
    work(Kind::fill, "fill", {Option::stream, Option::to_range}, {Option::synchronous, Option::time}),
    work(Kind::host_function, "host_function", {Option::stream}, {Option::reads, Option::writes, Option::updates}),
    collective(Kind::all_reduce, "all_reduce"),
    collective(Kind::all_gather, "all_gather"),
    collective(Kind::reduce_scatter, "reduce_scatter"),
    collective(Kind::all_to_all, "all_to_all"),
    collective(Kind::broadcast, "broadcast"),
    collective(Kind::reduce, "reduce"),
    collective(Kind::send, "send"),
    collective(Kind::receive, "receive"),
    statement(Kind::group_begin, "group_begin"),
    statement(Kind::group_end, "group_end"),
    work(Kind::write_value, "write_value", {Option::stream, Option::to_range, Option::value}),
    work(Kind::wait_value, "wait_value", {Option::stream, Option::from_range, Option::value}),
    // The host touches memory.
    work(Kind::host_access, "host", {}, {Option::reads, Option::writes, Option::updates, Option::atomics}),
    // Events and synchronisation.
    uses(Space::event, Kind::record, "record", {Option::stream}, {Option::external}),
    uses(Space::event, Kind::wait, "wait", {Option::stream}, {Option::external}),
    uses(Space::event, Kind::query_event, "query event", {}, {Option::ready}),
    uses(Space::stream, Kind::query_stream, "query stream", {}, {Option::ready}),
    uses(Space::event, Kind::synchronize_event, "synchronize event"),
    uses(Space::stream, Kind::synchronize_stream, "synchronize stream"),
    with_optional_name(uses(Space::device, Kind::synchronize_device, "synchronize device")),
    // Host threads.
    uses(Space::thread, Kind::start_thread, "start"),
    uses(Space::thread, Kind::join_thread, "join"),
    uses(Space::signal, Kind::notify, "notify"),
    uses(Space::signal, Kind::await, "await"),
    uses(Space::barrier, Kind::arrive, "arrive"),
    uses(Space::mutex, Kind::lock, "lock"),
    uses(Space::mutex, Kind::unlock, "unlock"),
    // Memory.
    with(Argument::size,
         creates(Space::buffer, Kind::allocate, "alloc", {}, {Option::pool, Option::stream, Option::address})),
    destroys(Space::buffer, Kind::release, "free", {Option::stream}),
    uses(Space::buffer, Kind::record_stream, "record_stream", {Option::stream}),
    uses(Space::pool, Kind::trim, "trim"),
    creates(Space::window, Kind::register_window, "register_window", {Option::buffer, Option::communicator}),
    destroys(Space::window, Kind::deregister_window, "deregister_window"),
    uses(Space::buffer, Kind::unmap, "unmap"),
    uses(Space::buffer, Kind::map, "map"),
    // Stream capture.
    creates(Space::graph, Kind::begin_capture, "begin_capture", {Option::stream}, {Option::mode, Option::pool}),
    uses(Space::graph, Kind::end_capture, "end_capture", {}, {Option::stream}),
    with(Argument::capture_mode, statement(Kind::exchange_capture_mode, "capture_mode")),
    statement(Kind::update_dependencies, "update_dependencies", {Option::stream}),
    // Graphs.
    work(Kind::add_node, "node", {Option::graph},
         {Option::reads, Option::writes, Option::updates, Option::atomics, Option::time}),
    with(Argument::node, uses(Space::label, Kind::add_edge, "edge", {Option::graph})),
    work(Kind::add_child, "child", {Option::graph, Option::from_graph}, {Option::move}),
    work(Kind::add_conditional, "conditional", {Option::graph, Option::from_graph}),
    creates(Space::executable, Kind::instantiate, "instantiate", {Option::from_graph}, {Option::auto_free}),
    uses(Space::executable, Kind::update, "update", {Option::from_graph}),
    uses(Space::executable, Kind::update_node, "update_node", {Option::node},
         {Option::reads, Option::writes, Option::updates, Option::atomics, Option::time}),
    uses(Space::executable, Kind::enable_node, "enable_node", {Option::node}),
    uses(Space::executable, Kind::disable_node, "disable_node", {Option::node}),
    uses(Space::executable, Kind::upload, "upload", {Option::stream}),
    uses(Space::executable, Kind::launch, "launch", {Option::stream}),
    uses(Space::executable, Kind::retain_object, "retain_object", {}, {Option::buffer}),
    // Destruction.
    destroys(Space::stream, Kind::destroy_stream, "destroy stream"),
    destroys(Space::event, Kind::destroy_event, "destroy event"),
    destroys(Space::graph, Kind::destroy_graph, "destroy graph"),
    destroys(Space::executable, Kind::destroy_executable, "destroy executable"),
    destroys(Space::communicator, Kind::destroy_communicator, "destroy communicator"),
    // Loops.
    without_outcome(with(Argument::repetitions, statement(Kind::repeat_begin, "repeat")), {Option::note}),
    without_outcome(statement(Kind::repeat_end, "}"), {}),
}};

namespace {

constexpr bool rows_are_in_enumeration_order() {
  for (std::size_t i = 0; i < statement_table.size(); ++i) {
    if (static_cast<std::size_t>(statement_table[i].kind) != i) return false;
  }
  return true;
}
static_assert(rows_are_in_enumeration_order());

/// Statements that share a keyword stand together, so a keyword is found as the first of its run.
struct KeywordRun {
  std::uint8_t first = 0;
  std::uint8_t count = 0;
};

constexpr std::size_t keyword_slots = 256;
/// Spreads the keywords well enough; a look-up ends with one comparison.
constexpr std::size_t keyword_hash(std::string_view keyword) {
  if (keyword.empty()) return 0;
  const auto at = [keyword](std::size_t i) { return std::size_t{static_cast<unsigned char>(keyword[i])}; };
  return (at(0) * 7 + at(keyword.size() / 2) * 31 + at(keyword.size() - 1) * 61 + keyword.size()) % keyword_slots;
}

constexpr std::array<KeywordRun, keyword_slots> make_keyword_index() {
  std::array<KeywordRun, keyword_slots> index{};
  for (std::size_t i = 0; i < statement_table.size(); ++i) {
    std::size_t slot = keyword_hash(statement_table[i].keyword);
    while (index[slot].count != 0 && statement_table[index[slot].first].keyword != statement_table[i].keyword) {
      slot = (slot + 1) % keyword_slots;
    }
    if (index[slot].count == 0) index[slot].first = static_cast<std::uint8_t>(i);
    ++index[slot].count;
  }
  return index;
}
constexpr auto keyword_index = make_keyword_index();

constexpr bool keyword_runs_are_contiguous() {
  for (const KeywordRun& run : keyword_index) {
    for (std::size_t i = 0; i < run.count; ++i) {
      if (statement_table[run.first + i].keyword != statement_table[run.first].keyword) return false;
    }
  }
  return true;
}
static_assert(keyword_runs_are_contiguous());

std::string any_of_words(std::span<const std::string_view> alternatives) {
  std::string result;
  for (const std::string_view alternative : alternatives) {
    if (!result.empty()) result += '|';
    result += alternative;
  }
  return result;
}

std::string synopsis_of(Option option) {
  const OptionRow& entry = row(option);
  std::string result(entry.key);
  if (entry.form == ValueForm::flag) return result;
  result += '=';
  if (!entry.placeholder.empty()) return result.append(entry.placeholder);
  if (entry.form == ValueForm::word) return result.append(any_of_words(words(option)));
  return result.append(placeholder(entry.space));
}

std::string_view synopsis_of(Argument argument) {
  switch (argument) {
    case Argument::none:
      break;
    case Argument::size:
      return " SIZE";
    case Argument::node:
      return " B";
    case Argument::capture_mode:
      return " global|thread_local|relaxed";
    case Argument::repetitions:
      return " N|forever {";
  }
  return "";
}

}  // namespace

std::span<const Statement> statements_starting(std::string_view keyword) {
  std::size_t slot = keyword_hash(keyword);
  while (keyword_index[slot].count != 0) {
    const KeywordRun run = keyword_index[slot];
    if (statement_table[run.first].keyword == keyword) return std::span(statement_table).subspan(run.first, run.count);
    slot = (slot + 1) % keyword_slots;
  }
  return {};
}

std::string full_keyword(const Statement& statement) {
  std::string result(statement.keyword);
  if (!statement.what.empty()) result.append(" ").append(statement.what);
  return result;
}

std::string synopsis(const Statement& statement) {
  std::string result = full_keyword(statement);
  if (statement.effect != Effect::none) {
    const std::string_view name = statement.argument == Argument::node ? "A" : placeholder(statement.space);
    result.append(statement.name_is_optional ? " [" : " ").append(name);
    if (statement.name_is_optional) result += ']';
  }
  result += synopsis_of(statement.argument);
  for (const Option option : statement.options) {
    if (option == Option::expect || option == Option::note) continue;
    const bool required = statement.required.contains(option);
    result.append(required ? " " : " [").append(synopsis_of(option));
    if (!required) result += ']';
  }
  return result;
}

}  // namespace fencepost
