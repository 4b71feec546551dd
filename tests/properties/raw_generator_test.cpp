#include <fencepost/properties/raw_generator.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>

#include <array>
#include <set>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

Schedule raw(std::uint64_t number, const RawSettings& settings = {}) {
  const Tape tape = random_tape(1, number, settings.tape_length());
  TapeReader choices(tape);
  return generate_raw(choices, settings);
}

TEST(RawSchedules, AreTracesThatCanBeSaved) {
  for (std::uint64_t number = 0; number < 500; ++number) {
    const Schedule schedule = raw(number);
    const std::string text = print(schedule);
    const auto parsed = parse(text, "raw.trace");
    ASSERT_TRUE(parsed.has_value()) << render(parsed.error()) << text;
    EXPECT_EQ(print(*parsed), text);
  }
}

TEST(RawSchedules, AreAFunctionOfTheirTape) { EXPECT_EQ(print(raw(7)), print(raw(7))); }

TEST(RawSchedules, EndWithTheirTape) {
  const Tape nothing;
  TapeReader choices(nothing);
  EXPECT_LT(generate_raw(choices, {}).size(), 20U);
}

TEST(RawSchedules, HaveEveryKindOfCallThatCaptureStatusesDependOn) {
  using Kind = OperationKind;
  std::set<Kind> seen;
  for (std::uint64_t number = 0; number < 500; ++number) {
    const Schedule schedule = raw(number);
    for (std::size_t i = 0; i < schedule.size(); ++i) seen.insert(schedule[i].kind);
  }
  for (const Kind kind : {Kind::kernel,
                          Kind::copy,
                          Kind::fill,
                          Kind::host_function,
                          Kind::record,
                          Kind::wait,
                          Kind::query_event,
                          Kind::query_stream,
                          Kind::synchronize_event,
                          Kind::synchronize_stream,
                          Kind::synchronize_device,
                          Kind::begin_capture,
                          Kind::end_capture,
                          Kind::exchange_capture_mode,
                          Kind::instantiate,
                          Kind::update,
                          Kind::launch,
                          Kind::destroy_stream,
                          Kind::destroy_event,
                          Kind::destroy_graph,
                          Kind::destroy_executable,
                          Kind::allocate,
                          Kind::release,
                          Kind::trim,
                          Kind::create_graph,
                          Kind::add_node,
                          Kind::add_edge,
                          Kind::update_node,
                          Kind::enable_node,
                          Kind::disable_node,
                          Kind::update_dependencies}) {
    EXPECT_TRUE(seen.contains(kind)) << "kind number " << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace fencepost::properties
