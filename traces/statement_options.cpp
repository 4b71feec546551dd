/// The half of `StatementReader` that reads `key=value` and flags.

#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/name_resolution.h>
#include <fencepost/traces/statement_reader.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fencepost {
namespace {

std::string suggest_option(std::string_view key, const OptionList& options) {
  std::vector<std::string_view> keys;
  for (const Option option : options) keys.push_back(row(option).key);
  return did_you_mean(nearest_word(key, keys).value_or(""));
}

std::string listed(std::span<const std::string_view> alternatives) {
  return fmt::format("{}", fmt::join(alternatives, ", "));
}

}  // namespace

bool StatementReader::read_options(LineCursor& cursor) {
  const bool opens_body = operation_.kind == OperationKind::repeat_begin;
  for (;;) {
    if (!cursor.at_boundary()) {
      return cursor.fail(cursor.offset(), fmt::format("unexpected `{}`", cursor.peek_token()), "a blank");
    }
    cursor.skip_blanks();
    if (cursor.at_end()) break;
    if (opens_body && cursor.take('{')) {
      cursor.skip_blanks();
      if (!cursor.at_end()) return cursor.fail(cursor.offset(), "the repeated body starts on the next line");
      return true;
    }
    if (!read_option(cursor)) return false;
  }
  if (opens_body) return cursor.fail(cursor.offset(), "the repeated body is not opened", "`{`");
  return true;
}

const Option* StatementReader::find_option(std::string_view key) {
  // Options mostly stand in the order of the table, so the one behind the last is tried first.
  const OptionList& options = statement_->options;
  for (std::size_t tried = 0; tried < options.size(); ++tried) {
    if (next_option_ >= options.size()) next_option_ = 0;
    const Option* const option = options.begin() + next_option_++;
    const std::string_view candidate = row(*option).key;
    if (candidate.size() == key.size() && candidate.front() == key.front() && candidate == key) return option;
  }
  return nullptr;
}

bool StatementReader::read_option(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  const std::string_view key = cursor.take_word();
  const Option* const found = find_option(key);
  if (found == nullptr) {
    cursor.move_to(start);
    const std::string_view shown = key.empty() ? cursor.peek_token() : key;
    return cursor.fail(start, fmt::format("`{}` takes no `{}`", full_keyword(*statement_), shown),
                       fmt::format("`{}`", synopsis(*statement_)), suggest_option(shown, statement_->options));
  }
  if (seen_.contains(*found)) return cursor.fail(start, fmt::format("`{}` is given twice", key));
  seen_.insert(*found);
  const OptionRow& option = row(*found);
  if (option.form == ValueForm::flag) {
    if (cursor.peek() == '=') return cursor.fail(cursor.offset(), fmt::format("`{}` takes no value", key));
    set_flag(*found);
    return true;
  }
  if (!cursor.take('=')) return cursor.fail(cursor.offset(), fmt::format("`{}` needs a value", key), "`=`");
  return read_value(cursor, option);
}

bool StatementReader::read_value(LineCursor& cursor, const OptionRow& option) {
  switch (option.form) {
    case ValueForm::flag:
      break;
    case ValueForm::name:
      return read_name_value(cursor, option);
    case ValueForm::word:
      return read_word_value(cursor, option.option);
    case ValueForm::range:
      return ranges_.read_one(cursor, option.access);
    case ValueForm::ranges:
      return ranges_.read_list(cursor, option.access);
    case ValueForm::count:
      return read_count_value(cursor);
    case ValueForm::number:
      return cursor.read_number(detail().count);
    case ValueForm::integer:
      return cursor.read_integer(detail().priority);
    case ValueForm::time:
      return cursor.read_time(detail().time);
    case ValueForm::address:
      return read_address_value(cursor);
    case ValueForm::status:
      return read_status_value(cursor);
    case ValueForm::text:
      return cursor.read_text(detail().annotation);
  }
  return true;
}

bool StatementReader::read_name_value(LineCursor& cursor, const OptionRow& option) {
  std::uint32_t index = 0;
  if (!read_known_name(cursor, names_, option.space, index)) return false;
  set_name(option.option, index);
  return true;
}

void StatementReader::set_name(Option option, std::uint32_t index) {
  switch (option) {
    case Option::stream:
      operation_.stream = StreamId{index};
      break;
    case Option::graph:
      operation_.object = index;
      break;
    case Option::from_graph:
      detail().graph = GraphId{index};
      break;
    case Option::device:
      detail().device = DeviceId{index};
      break;
    case Option::pool:
      detail().pool = PoolId{index};
      break;
    case Option::communicator:
      detail().communicator = CommunicatorId{index};
      break;
    case Option::buffer:
      detail().buffer = BufferId{index};
      break;
    default:
      detail().node = LabelId{index};
      break;
  }
}

bool StatementReader::read_word_value(LineCursor& cursor, Option option) {
  const std::size_t start = cursor.offset();
  const auto alternatives = words(option);
  std::string_view word;
  if (is_name_start(cursor.peek()) && !cursor.read_name(word)) return false;
  const auto found = std::ranges::find(alternatives, word);
  if (found == alternatives.end()) {
    const bool missing = word.empty() && cursor.at_boundary();
    return cursor.fail(start,
                       missing ? "a word is missing"
                               : fmt::format("`{}` is not known here", word.empty() ? cursor.peek_token() : word),
                       fmt::format("one of {}", listed(alternatives)),
                       did_you_mean(nearest_word(word, alternatives).value_or("")));
  }
  set_word(option, static_cast<std::size_t>(found - alternatives.begin()));
  return true;
}

void StatementReader::set_word(Option option, std::size_t index) {
  switch (option) {
    case Option::stream_kind:
      detail().stream_kind = static_cast<StreamKind>(index);
      break;
    case Option::pool_kind:
      detail().pool_kind = static_cast<PoolKind>(index);
      break;
    case Option::memory:
      detail().memory = static_cast<MemoryKind>(index);
      break;
    case Option::mode:
      detail().capture_mode = static_cast<CaptureMode>(index);
      break;
    case Option::allocator_profile:
      detail().allocator_profile = static_cast<AllocatorProfile>(index);
      break;
    case Option::communicator_profile:
      detail().communicator_profile = static_cast<CommunicatorProfile>(index);
      break;
    default:
      detail().ready = index == 0;  // `yes`, then `no`
      break;
  }
}

void StatementReader::set_flag(Option option) {
  OperationFlags& flags = operation_.flags;
  flags.external = flags.external || option == Option::external;
  flags.synchronous = flags.synchronous || option == Option::synchronous;
  flags.early = flags.early || option == Option::early;
  flags.auto_free = flags.auto_free || option == Option::auto_free;
  flags.move = flags.move || option == Option::move;
  flags.graph_capture_record_stream_reuse =
      flags.graph_capture_record_stream_reuse || option == Option::graph_capture_record_stream_reuse;
}

bool StatementReader::read_count_value(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  if (!cursor.read_number(detail().count)) return false;
  return detail_.count != 0 || cursor.fail(start, "there is at least one", "a number above zero");
}

bool StatementReader::read_address_value(LineCursor& cursor) {
  std::uint64_t address = 0;
  if (!cursor.read_address(address)) return false;
  detail().address = address;
  return true;
}

bool StatementReader::read_status_value(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  std::string_view word;
  if (!cursor.read_name(word)) return false;
  const auto status = status_named(word);
  if (!status) {
    std::vector<std::string_view> known;
    for (std::uint8_t i = 0; i < status_count; ++i) known.push_back(name(static_cast<Status>(i)));
    return cursor.fail(start, fmt::format("no status is called `{}`", word), "`success` or a CUDA or NCCL status",
                       did_you_mean(nearest_word(word, known).value_or("")));
  }
  detail().expected_status = *status;
  return true;
}

}  // namespace fencepost
