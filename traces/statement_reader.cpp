#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/name_resolution.h>
#include <fencepost/traces/statement_reader.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fencepost {
namespace {

std::string suggest_keyword(std::string_view word) {
  std::vector<std::string_view> keywords{"expect"};
  for (const Statement& statement : statement_table) keywords.push_back(statement.keyword);
  return did_you_mean(nearest_word(word, keywords).value_or(""));
}

std::string all_forms(std::span<const Statement> candidates) {
  std::string result;
  for (const Statement& candidate : candidates) {
    if (!result.empty()) result += ", or ";
    result.append("`").append(synopsis(candidate)).append("`");
  }
  return result;
}

std::string form_of(const Statement& statement) { return all_forms({&statement, 1}); }

bool is_loop(OperationKind kind) { return kind == OperationKind::repeat_begin || kind == OperationKind::repeat_end; }

bool can_be_destroyed(Namespace space) {
  return std::ranges::any_of(statement_table, [space](const Statement& statement) {
    return statement.effect == Effect::destroys && statement.space == space;
  });
}

}  // namespace

void StatementReader::reset(std::uint32_t line) {
  operation_ = Operation{};
  operation_.line = line;
  statement_ = nullptr;
  if (uses_detail_) detail_ = Detail{};
  uses_detail_ = false;
  seen_ = {};
  next_option_ = 0;
  ranges_.clear();
}

Detail& StatementReader::detail() {
  uses_detail_ = true;
  return detail_;
}

bool StatementReader::read(LineCursor& cursor, std::uint32_t line) {
  reset(line);
  if (!read_thread(cursor) || !read_keyword(cursor) || !read_subject(cursor) || !read_argument(cursor) ||
      !read_options(cursor) || !check_required(cursor) || !apply_effect(cursor)) {
    return false;
  }
  operation_.accesses = ranges_.sorted_accesses();
  if (uses_detail_) operation_.detail = &detail_;
  return true;
}

bool StatementReader::read_thread(LineCursor& cursor) {
  if (!cursor.take('@')) return true;
  std::uint32_t thread = 0;
  if (!read_known_name(cursor, names_, Namespace::thread, thread)) return false;
  operation_.thread = ThreadId{thread};
  cursor.skip_blanks();
  return true;
}

bool StatementReader::read_keyword(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  std::string_view keyword = "}";
  if (!cursor.take('}')) keyword = cursor.take_word();
  const auto candidates = statements_starting(keyword);
  if (candidates.empty() || !cursor.at_boundary()) {
    cursor.move_to(start);
    return cursor.fail(
        start, cursor.at_end() ? "a statement is missing" : fmt::format("unknown statement `{}`", cursor.peek_token()),
        {}, suggest_keyword(cursor.peek_token()));
  }
  statement_ = &candidates.front();
  if (!statement_->what.empty() && !read_second_keyword(cursor, candidates)) return false;
  operation_.kind = statement_->kind;
  if (is_loop(operation_.kind) && operation_.thread != main_thread) {
    return cursor.fail(start, "a loop belongs to no thread");
  }
  return true;
}

bool StatementReader::read_second_keyword(LineCursor& cursor, std::span<const Statement> candidates) {
  cursor.skip_blanks();
  const std::size_t start = cursor.offset();
  const auto found = std::ranges::find(candidates, cursor.take_word(), &Statement::what);
  if (found == candidates.end() || !cursor.at_boundary()) {
    return cursor.fail(start, fmt::format("`{}` what?", statement_->keyword), all_forms(candidates));
  }
  statement_ = &*found;
  return true;
}

bool StatementReader::read_subject(LineCursor& cursor) {
  if (statement_->effect == Effect::none) return true;
  const std::size_t after_keyword = cursor.offset();
  cursor.skip_blanks();
  if (statement_->name_is_optional && (cursor.at_end() || cursor.peek_token().find('=') != std::string_view::npos)) {
    cursor.move_to(after_keyword);
    return true;
  }
  subject_offset_ = cursor.offset();
  if (statement_->effect == Effect::creates) {
    std::string_view name;
    if (!cursor.read_name(name)) return false;
    subject_ = table_of(names_, statement_->space).intern(name);
  } else if (!read_known_name(cursor, names_, statement_->space, subject_)) {
    return false;
  }
  if (statement_->space == Namespace::label) {
    operation_.label = LabelId{subject_};
  } else {
    operation_.object = subject_;
  }
  return true;
}

bool StatementReader::read_argument(LineCursor& cursor) {
  if (statement_->argument == Argument::none) return true;
  if (statement_->effect != Effect::none && !cursor.at_boundary()) return true;  // reported as a fault of the name
  cursor.skip_blanks();
  switch (statement_->argument) {
    case Argument::none:
      break;
    case Argument::size:
      return read_buffer_size(cursor);
    case Argument::node: {
      std::uint32_t node = 0;
      if (!read_known_name(cursor, names_, Namespace::label, node)) return false;
      detail().node = LabelId{node};
      break;
    }
    case Argument::capture_mode:
      return read_word_value(cursor, Option::mode);
    case Argument::repetitions:
      return read_repetitions(cursor);
  }
  return true;
}

bool StatementReader::read_buffer_size(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  Detail& arguments = detail();
  if (!cursor.read_size(arguments.size)) {
    cursor.fault().expected = form_of(*statement_);
    return false;
  }
  if (arguments.size == 0) return cursor.fail(start, "a buffer has at least one byte");
  declarations_.set_buffer_size(subject_, arguments.size);
  return true;
}

bool StatementReader::read_repetitions(LineCursor& cursor) {
  const std::size_t start = cursor.offset();
  std::uint64_t count = 0;
  if (is_digit(cursor.peek())) {
    if (!cursor.read_number(count)) return false;
    if (count == 0) return cursor.fail(start, "a loop runs at least once", "a number above zero, or `forever`");
  } else if (cursor.take_word() != "forever") {
    return cursor.fail(start, "how often?", form_of(*statement_));
  }
  detail().count = count;
  return true;
}

bool StatementReader::check_required(LineCursor& cursor) const {
  if (seen_.includes(statement_->required)) return true;
  std::string missing;
  for (const Option option : statement_->options) {
    if (!statement_->required.contains(option) || seen_.contains(option)) continue;
    missing += fmt::format("{}`{}=`", missing.empty() ? "" : " and ", row(option).key);
  }
  return cursor.fail(cursor.offset(), fmt::format("{} missing", missing), form_of(*statement_));
}

bool StatementReader::is_refused() const {
  return uses_detail_ && detail_.expected_status && *detail_.expected_status != Status::success;
}

bool StatementReader::apply_effect(LineCursor& cursor) {
  if (statement_->space == Namespace::label) return true;
  if (statement_->effect == Effect::creates) return is_refused() || create_subject(cursor);
  const bool ends_without_graph = operation_.kind == OperationKind::end_capture && is_refused();
  if (ends_without_graph || (statement_->effect == Effect::destroys && !is_refused())) {
    declarations_.destroy(statement_->space, subject_);
  }
  return true;
}

bool StatementReader::create_subject(LineCursor& cursor) {
  const Namespace space = statement_->space;
  if (const auto since = declarations_.existing_since(space, subject_)) {
    const std::string_view name = table_of(names_, space)[subject_];
    const std::string_view remedy = space == Namespace::buffer ? "free it first, or choose another name"
                                    : can_be_destroyed(space)  ? "destroy it first, or choose another name"
                                                               : "choose another name";
    const std::string origin = *since == 0 ? "from the start" : fmt::format("since line {}", *since);
    return cursor.fail(subject_offset_, fmt::format("the {} `{}` exists {}", noun(space), name, origin), {},
                       std::string(remedy));
  }
  declarations_.create(space, subject_, operation_.line);
  return true;
}

}  // namespace fencepost
