#include <fencepost/traces/builder.h>
#include <fencepost/traces/printer.h>

namespace fencepost {

void ScheduleBuilder::begin_loop(std::uint64_t count) {
  Draft draft(OperationKind::repeat_begin);
  draft.detail.count = count;
  recorder.submit(draft.view());
}

void ScheduleBuilder::end_loop() { recorder.submit(Draft(OperationKind::repeat_end).view()); }

void ScheduleBuilder::expect(Expectation expectation) { schedule.expectations().push_back(std::move(expectation)); }

void ScheduleBuilder::expect_clean() { expect({}); }

void ScheduleBuilder::expect_hazard(std::string slug, const ExpectationArguments& arguments) {
  Expectation expectation;
  expectation.kind = Expectation::Kind::hazard;
  expectation.slug = std::move(slug);
  expectation.first = arguments.first;
  expectation.second = arguments.second;
  if (arguments.bytes) {
    expectation.lo = arguments.bytes->lo;
    expectation.hi = arguments.bytes->hi;
  }
  expect(std::move(expectation));
}

void ScheduleBuilder::expect_note(std::string slug, std::optional<std::size_t> first) {
  Expectation expectation;
  expectation.kind = Expectation::Kind::note;
  expectation.slug = std::move(slug);
  expectation.first = first;
  expect(std::move(expectation));
}

void ScheduleBuilder::expect_wrong_value() {
  Expectation expectation;
  expectation.kind = Expectation::Kind::wrong_value;
  expect(std::move(expectation));
}

}  // namespace fencepost
