#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/expectation_reader.h>
#include <fencepost/traces/name_resolution.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::string_view forms =
    "`expect clean`, `expect hazard SLUG [first=W] [second=W] [bytes=LO:HI]`, `expect note SLUG [first=W]` or "
    "`expect wrong_value`";
constexpr std::array<std::string_view, 4> kind_words{"clean", "hazard", "note", "wrong_value"};

/// Which of `first=`, `second=` and `bytes=` the kind takes.
bool takes(Expectation::Kind kind, std::string_view key) {
  if (kind == Expectation::Kind::hazard) return key == "first" || key == "second" || key == "bytes";
  return kind == Expectation::Kind::note && key == "first";
}

constexpr bool is_slug_character(char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_'; }

}  // namespace

bool ExpectationReader::read(LineCursor& cursor, std::uint32_t line) {
  const std::size_t start = cursor.offset();
  cursor.take_word();
  Expectation expectation;
  expectation.line = line;
  first_reference_ = references_.size();
  bool good = read_kind(cursor, expectation);
  while (good) {
    cursor.skip_blanks();
    if (cursor.at_end()) break;
    good = read_option(cursor, expectation);
  }
  good = good && check_consistent(cursor, expectation, start);
  if (!good) {
    references_.resize(first_reference_);
    return false;
  }
  expectations_.push_back(std::move(expectation));
  source_lines_.emplace_back(references_.size() > first_reference_ ? cursor.line() : std::string_view{});
  return true;
}

bool ExpectationReader::read_kind(LineCursor& cursor, Expectation& expectation) {
  cursor.skip_blanks();
  const std::size_t start = cursor.offset();
  const std::string_view word = cursor.take_word();
  const auto* const found = std::ranges::find(kind_words, word);
  if (found == kind_words.end() || !cursor.at_boundary()) {
    return cursor.fail(start, "expect what?", std::string(forms),
                       did_you_mean(nearest_word(word, kind_words).value_or("")));
  }
  expectation.kind = static_cast<Expectation::Kind>(found - kind_words.begin());
  const bool has_slug = expectation.kind == Expectation::Kind::hazard || expectation.kind == Expectation::Kind::note;
  return !has_slug || read_slug(cursor, expectation);
}

bool ExpectationReader::read_slug(LineCursor& cursor, Expectation& expectation) {
  cursor.skip_blanks();
  const std::size_t start = cursor.offset();
  const std::string_view token = cursor.peek_token();
  const auto length = static_cast<std::size_t>(std::ranges::find_if_not(token, is_slug_character) - token.begin());
  cursor.move_to(start + length);
  if (length == 0 || !cursor.at_boundary()) {
    return cursor.fail(start, "the name of the hazard or note is missing", "a name such as `use-after-free`");
  }
  expectation.slug = token.substr(0, length);
  return true;
}

bool ExpectationReader::read_option(LineCursor& cursor, Expectation& expectation) {
  const std::size_t start = cursor.offset();
  const std::string_view key = cursor.take_word();
  if (!takes(expectation.kind, key) || !cursor.take('=')) {
    cursor.move_to(start);
    return cursor.fail(start, fmt::format("unexpected `{}`", cursor.peek_token()), std::string(forms));
  }
  const auto given_twice = [&] {
    if (key == "bytes") return expectation.lo.has_value();
    const auto own = std::span(references_).subspan(first_reference_);
    return std::ranges::any_of(own, [&](const Reference& other) { return other.is_second == (key == "second"); });
  };
  if (given_twice()) return cursor.fail(start, fmt::format("`{}` is given twice", key));
  const bool good = key == "bytes" ? read_bytes(cursor, expectation) : read_reference(cursor, key == "second");
  if (!good) return false;
  return cursor.at_boundary() ||
         cursor.fail(cursor.offset(), fmt::format("unexpected `{}`", cursor.peek_token()), "a blank");
}

bool ExpectationReader::read_reference(LineCursor& cursor, bool is_second) {
  Reference reference{
      .expectation = expectations_.size(), .is_second = is_second, .offset = cursor.offset(), .name = {}};
  if (is_digit(cursor.peek())) {
    if (!cursor.read_number(reference.line)) return false;
  } else {
    std::string_view name;
    if (!cursor.read_name(name)) return false;
    reference.name = name;
  }
  references_.push_back(std::move(reference));
  return true;
}

bool ExpectationReader::read_bytes(LineCursor& cursor, Expectation& expectation) {
  const std::size_t start = cursor.offset();
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  if (!cursor.read_size(lo)) return false;
  if (!cursor.take(':')) return cursor.fail(cursor.offset(), "the range has no end", "`bytes=LO:HI`");
  if (!cursor.read_size(hi)) return false;
  if (lo >= hi) return cursor.fail(start, "the range is empty", "HI above LO");
  expectation.lo = lo;
  expectation.hi = hi;
  return true;
}

bool ExpectationReader::check_consistent(LineCursor& cursor, const Expectation& expectation, std::size_t start) {
  if (expectations_.size() == most_expectations) {
    return cursor.fail(start, "too many expectations", fmt::format("at most {}", most_expectations));
  }
  if (expectation.kind == Expectation::Kind::note) return true;
  const bool is_clean = expectation.kind == Expectation::Kind::clean;
  const auto contradicts = [is_clean](const Expectation& other) {
    return other.kind != Expectation::Kind::note && (other.kind == Expectation::Kind::clean) != is_clean;
  };
  const auto other = std::ranges::find_if(expectations_, contradicts);
  if (other == expectations_.end()) return true;
  return cursor.fail(start, fmt::format("this contradicts line {}: a schedule is clean or has hazards", other->line));
}

std::vector<ExpectationReader::LateFault> ExpectationReader::resolve(const OperationIndex& operations,
                                                                     const Names& names) {
  std::vector<LateFault> faults;
  for (const Reference& reference : references_) {
    if (auto fault = resolve(reference, operations, names)) {
      faults.push_back(
          {expectations_[reference.expectation].line, source_lines_[reference.expectation], std::move(*fault)});
    }
  }
  return faults;
}

std::optional<Fault> ExpectationReader::resolve(const Reference& reference, const OperationIndex& operations,
                                                const Names& names) {
  std::optional<std::size_t> found;
  Fault fault{reference.offset, {}, {}, {}};
  if (reference.name.empty()) {
    if (reference.line <= std::numeric_limits<std::uint32_t>::max()) {
      found = operations.on_line(static_cast<std::uint32_t>(reference.line));
    }
    fault.message = fmt::format("no operation stands on line {}", reference.line);
  } else {
    const auto label = names.find<LabelTag>(reference.name);
    const auto uses = label ? operations.named(*label) : OperationIndex::Uses{};
    if (uses.count == 1) found = uses.first;
    fault.message = uses.count == 0 ? fmt::format("no work is called `{}`", reference.name)
                                    : fmt::format("{} operations are called `{}`", uses.count, reference.name);
    if (uses.count == 0) {
      fault.suggestion = did_you_mean(names.table<LabelTag>().nearest(reference.name).value_or(""));
    } else {
      fault.suggestion = "give the line number of the one that is meant";
    }
  }
  if (!found) return fault;
  Expectation& expectation = expectations_[reference.expectation];
  (reference.is_second ? expectation.second : expectation.first) = found;
  return std::nullopt;
}

}  // namespace fencepost
