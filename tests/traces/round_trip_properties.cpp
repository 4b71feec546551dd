#include "traces/properties.h"
#include <fencepost/traces/parser.h>
#include <fencepost/traces/player.h>
#include <fencepost/traces/printer.h>
#include <fencepost/traces/reader.h>
#include <fencepost/traces/recording_device.h>
#include <fencepost/traces/renumbering.h>

#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

namespace fencepost {
namespace {

/// Runs are reproducible unless somebody asks for others.
[[maybe_unused]] const int parameters = setenv("RC_PARAMS", "seed=1 max_success=300", 0);

Schedule reparsed(const std::string& text) {
  auto result = parse(text);
  if (!result) RC_FAIL(render(result.error()) + text);
  return std::move(*result);
}

RC_GTEST_PROP(RoundTrip, ParsingWhatWasPrintedGivesTheSchedule, ()) {
  const Schedule schedule = test::schedule_from(*test::choices());
  const std::string text = print(schedule);
  RC_LOG(text);
  RC_ASSERT(reparsed(text) == schedule);
}

RC_GTEST_PROP(RoundTrip, PrintedTextIsAFixedPoint, ()) {
  const std::string text = print(test::schedule_from(*test::choices()));
  RC_ASSERT(print(reparsed(text)) == text);
}

RC_GTEST_PROP(RoundTrip, EachOperationStandsOnItsLine, ()) {
  const Schedule schedule = test::schedule_from(*test::choices());
  const Schedule parsed = reparsed(print(schedule));
  for (std::size_t i = 0; i < parsed.size(); ++i) {
    RC_ASSERT(parsed[i].line == printed_line(i));
    RC_ASSERT(schedule[i].line == printed_line(i));
  }
}

RC_GTEST_PROP(RoundTrip, TheStreamingReaderSeesTheSameOperations, ()) {
  const std::string text = print(test::schedule_from(*test::choices()));
  const Schedule whole = reparsed(text);
  std::istringstream stream(text);
  ScheduleReader reader(stream, "text");
  std::size_t index = 0;
  for (auto chunk = reader.next(); chunk.value() != nullptr; chunk = reader.next()) {
    for (std::size_t i = 0; i < (*chunk)->size(); ++i) RC_ASSERT(same_content((**chunk)[i], whole[index++]));
  }
  RC_ASSERT(index == whole.size());
  RC_ASSERT(reader.expectations() == whole.expectations());
}

RC_GTEST_PROP(RoundTrip, LayoutDoesNotMatter, ()) {
  const Schedule schedule = test::schedule_from(*test::choices());
  std::string loose;
  for (const char c : print(schedule)) loose += c == '\n' ? " \t# note=\"\r\n" : std::string(1, c);
  // Expectations may refer to lines, and no line has moved.
  RC_ASSERT(reparsed(loose) == schedule);
}

RC_GTEST_PROP(RoundTrip, RenumberedNamesAreTheSameSchedule, ()) {
  const Schedule schedule = test::schedule_from(*test::choices());
  Schedule other;
  // The same names, numbered backwards.
  for (std::uint8_t space = 1; space < namespace_count; ++space) {
    const NameTable& names = table_of(schedule.names(), static_cast<Namespace>(space));
    for (std::size_t i = names.size(); i > 0; --i) {
      table_of(other.names(), static_cast<Namespace>(space)).intern(names[static_cast<std::uint32_t>(i - 1)]);
    }
  }
  Renumbering renumbered(schedule.names(), other.names());
  for (std::size_t i = 0; i < schedule.size(); ++i) other.append(renumbered(schedule[i]));
  other.expectations() = schedule.expectations();
  RC_ASSERT(other == schedule);
  RC_ASSERT(print(other) == print(schedule));
}

RC_GTEST_PROP(Playing, WithoutLoopsARecordOfAScheduleIsTheSchedule, ()) {
  Schedule schedule = test::schedule_from(*test::choices());
  schedule.expectations().clear();
  for (std::size_t i = 0; i < schedule.size(); ++i) RC_PRE(schedule[i].kind != OperationKind::repeat_begin);
  Schedule record;
  record.names() = schedule.names();
  RecordingDevice recorder(record);
  RC_ASSERT(play(schedule, recorder).has_value());
  RC_ASSERT(record == schedule);
}

TEST(ArbitrarySchedules, CoverEveryKindAndEveryOption) {
  std::set<OperationKind> kinds;
  std::string all;
  for (std::uint32_t seed = 1; seed < 400; ++seed) {
    std::vector<std::uint32_t> choices;
    std::uint32_t state = seed;
    for (int i = 0; i < 300; ++i) choices.push_back((state = state * 1664525U + 1013904223U) >> 4);
    const Schedule schedule = test::schedule_from(choices);
    for (std::size_t i = 0; i < schedule.size(); ++i) kinds.insert(schedule[i].kind);
    all += print(schedule);
  }
  EXPECT_EQ(kinds.size(), operation_kind_count);
  for (const OptionRow& option : option_table) {
    const std::string text = " " + std::string(option.key) + (option.form == ValueForm::flag ? "" : "=");
    EXPECT_NE(all.find(text), std::string::npos) << option.key;
  }
}

}  // namespace
}  // namespace fencepost
