/// Any bytes at all give a schedule or faults; never a crash, a hang or nonsense.

#include "traces/properties.h"
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fencepost {
namespace {

/// What must hold for whatever text.
void check(const std::string& text) {
  const auto result = parse(text, "bytes");
  if (result) {
    const std::string printed = print(*result);
    const auto again = parse(printed);
    if (!again) RC_FAIL(render(again.error()) + printed);
    RC_ASSERT(*again == *result);
    return;
  }
  const Diagnostics& found = result.error();
  RC_ASSERT(!found.errors.empty());
  RC_ASSERT(found.errors.size() <= most_diagnostics);
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n')) + 1;
  for (const Diagnostic& diagnostic : found.errors) {
    RC_ASSERT(diagnostic.line >= 1U && diagnostic.line <= lines);
    RC_ASSERT(diagnostic.column >= 1U);
    RC_ASSERT(diagnostic.caret <= diagnostic.source_line.size());
    RC_ASSERT(!diagnostic.message.empty());
  }
  RC_ASSERT(parse(text, "bytes").error() == found);  // the same faults every time
}

rc::Gen<std::string> bytes() { return rc::gen::container<std::string>(rc::gen::arbitrary<char>()); }

std::string valid_text() { return print(test::schedule_from(*test::choices())); }

std::size_t place_in(const std::string& text) { return *rc::gen::inRange<std::size_t>(0, text.size() + 1); }

RC_GTEST_PROP(Robustness, ArbitraryBytes, ()) { check(*bytes()); }

RC_GTEST_PROP(Robustness, ArbitraryBytesAfterTheVersionLine, ()) { check("fencepost 1\n" + *bytes()); }

RC_GTEST_PROP(Robustness, WordsOfTheLanguageInAnyOrder, ()) {
  const auto word = rc::gen::element<std::string>(
      "stream", "kernel", "repeat", "}", "{", "expect", "hazard", "alloc", "free", "x", "y", " ", " ", "\n", "\n",
      "stream=", "reads=", "=", "[", "]", ":", "@", ",", "0", "7", "4KiB", "18446744073709551616", "\"", "\\x", "#",
      "first=", "forever", "note=", "at=0x", "ranks=", "query event");
  std::string text = "fencepost 1\n";
  for (const std::string& part : *rc::gen::scale(3.0, rc::gen::container<std::vector<std::string>>(word))) text += part;
  check(text);
}

RC_GTEST_PROP(Robustness, TruncatedTraces, ()) {
  std::string text = valid_text();
  text.resize(place_in(text));
  check(text);
}

RC_GTEST_PROP(Robustness, ChangedBytes, ()) {
  std::string text = valid_text();
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    const std::size_t place = place_in(text);
    if (place < text.size()) text[place] = *rc::gen::arbitrary<char>();
  }
  check(text);
}

RC_GTEST_PROP(Robustness, MissingAndRepeatedPieces, ()) {
  std::string text = valid_text();
  const std::size_t from = place_in(text);
  const std::size_t length = *rc::gen::inRange<std::size_t>(0, 40);
  const std::string piece = text.substr(from, length);
  if (*rc::gen::arbitrary<bool>()) {
    text.erase(from, length);
  } else {
    text.insert(place_in(text), piece);
  }
  check(text);
}

RC_GTEST_PROP(Robustness, LinesInAnotherOrder, ()) {
  const std::string text = valid_text();
  std::vector<std::string> lines;
  for (std::size_t at = text.find('\n') + 1; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  if (lines.size() < 2) return;
  std::swap(lines[*rc::gen::inRange<std::size_t>(0, lines.size())],
            lines[*rc::gen::inRange<std::size_t>(0, lines.size())]);
  std::string shuffled = "fencepost 1\n";
  for (const std::string& line : lines) shuffled += line;
  check(shuffled);
}

}  // namespace
}  // namespace fencepost
