// Whole schedules through the model and the detector. What each kind of hazard looks like is the
// matter of the corpus; here: what a report holds, and when there is none.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

Report report_on(std::string_view text, const model::Rules& rules = {}) {
  const auto schedule = parse(text);
  EXPECT_TRUE(schedule.has_value());
  if (!schedule) return {};
  return audit(*schedule, {.rules = rules, .explain = false, .fixes = false, .text = {}});
}

constexpr std::string_view fenced = R"(fencepost 1
stream main
stream side
event sent
buffer data 1KiB
kernel produce stream=main writes=data
record sent stream=main
wait sent stream=side
kernel consume stream=side reads=data
)";

TEST(Audit, OfASoundScheduleIsClean) {
  const Report report = report_on(fenced);
  EXPECT_TRUE(report.clean());
  EXPECT_TRUE(report.notes.empty());
  EXPECT_EQ(report.operations, 8U);
  EXPECT_EQ(report.accesses, 2U);
  EXPECT_EQ(report.generations.size(), 1U);
}

TEST(Audit, UsesTheRulesItIsGiven) {
  const Report report = report_on(fenced, model::Rules{}.without(model::Rule::waits_bind_at_submission));
  EXPECT_FALSE(report.error.has_value());
}

TEST(Audit, OfReusedBytesTellsTheStory) {
  const Report report = report_on(R"(fencepost 1
stream main
stream side
event ready
alloc activations 1KiB stream=main
kernel forward stream=main writes=activations
record ready stream=main
wait ready stream=side
kernel offload stream=side reads=activations
free activations
alloc gradients 1KiB stream=main
kernel backward stream=main writes=gradients
)");
  ASSERT_EQ(report.hazards.size(), 1U);
  const Hazard& found = report.hazards.front();
  EXPECT_EQ(found.slug, Slug::reuse_before_last_read);
  EXPECT_EQ(found.first.line, 9U);
  EXPECT_EQ(found.second.line, 12U);
  EXPECT_EQ(found.release_line, 10U);
  EXPECT_EQ(found.hand_over_line, 11U);
  EXPECT_EQ(found.second_hi, 1024U);
  EXPECT_EQ(found.fingerprint.size(), 16U);
}

TEST(Audit, IsTheSameEveryTime) {
  constexpr std::string_view text = R"(fencepost 1
stream a
stream b
stream c
buffer x 1KiB
kernel one stream=a writes=x
kernel two stream=b writes=x
kernel three stream=c reads=x
)";
  const Report first = report_on(text);
  const Report second = report_on(text);
  ASSERT_EQ(first.hazards.size(), second.hazards.size());
  for (std::size_t i = 0; i < first.hazards.size(); ++i) {
    EXPECT_EQ(first.hazards[i].fingerprint, second.hazards[i].fingerprint);
  }
}

TEST(Audit, CountsTheTurnsOfALoop) {
  const Report report = report_on(R"(fencepost 1
stream a
stream b
buffer x 1KiB
repeat 10 {
  kernel produce stream=a writes=x
  kernel consume stream=b reads=x
}
)");
  // Each turn reads what the same turn wrote, and overwrites what the turn before read.
  ASSERT_EQ(report.hazards.size(), 2U);
  EXPECT_EQ(report.hazards[0].slug, Slug::overwrite_before_last_read);
  EXPECT_EQ(report.hazards[0].occurrences, 9U);
  EXPECT_EQ(report.hazards[1].slug, Slug::read_before_write);
  EXPECT_EQ(report.hazards[1].occurrences, 10U);
}

TEST(Audit, OfARefusedCallKnowsWhatTheOtherLineWas) {
  const Report report = report_on(R"(fencepost 1
stream main
stream side
event fence
buffer x 1KiB
begin_capture g stream=main
kernel work stream=main writes=x
record fence stream=main
end_capture g
wait fence stream=side
)");
  ASSERT_EQ(report.hazards.size(), 1U);
  const Hazard& found = report.hazards.front();
  EXPECT_EQ(found.slug, Slug::eager_wait_on_captured_fence);
  EXPECT_EQ(found.first.line, 8U);
  EXPECT_EQ(found.first.operation, OperationKind::record);
  EXPECT_TRUE(found.first.stream.exists());
  EXPECT_TRUE(found.first.event.exists());
  EXPECT_EQ(found.status, Status::cudaErrorInvalidValue);
}

TEST(Audit, OfWhatIsNotModelledHasNoVerdict) {
  const Report report = report_on(R"(fencepost 1
stream main
buffer x 1KiB
repeat forever {
  kernel work stream=main writes=x early
}
)");
  ASSERT_TRUE(report.error.has_value());
  EXPECT_EQ(report.error->kind, model::ModelError::Kind::not_modelled);
  EXPECT_EQ(report.error->line, 5U);
  EXPECT_FALSE(report.clean());
}

TEST(Audit, OfMisuseHasNoVerdict) {
  const Report report = report_on(R"(fencepost 1
stream main
buffer x 1KiB
free x
)");
  ASSERT_TRUE(report.error.has_value());
  EXPECT_EQ(report.error->kind, model::ModelError::Kind::misuse);
  EXPECT_EQ(report.error->line, 4U);
}

TEST(Audit, ReportsThePeakOfThePools) {
  const Report report = report_on(R"(fencepost 1
stream main
alloc x 4MiB stream=main
kernel fill_x stream=main writes=x
free x
)");
  EXPECT_TRUE(report.clean());
  // A request under 10 MiB opens a segment of 20 MiB.
  EXPECT_EQ(report.peak_bytes, std::uint64_t{20} << 20U);
}

TEST(Audit, EagerWorkEscapesOnlyWhileACaptureIsLive) {
  constexpr std::string_view text = R"(fencepost 1
stream main
stream side
buffer x 1KiB
begin_capture g stream=main
kernel captured stream=main reads=x
kernel eager stream=side writes=x
end_capture g
)";
  const Report report = report_on(text);
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_EQ(report.hazards.front().slug, Slug::capture_escape);

  const Report after = report_on(R"(fencepost 1
stream main
stream side
buffer x 1KiB
begin_capture g stream=main
kernel captured stream=main reads=x
end_capture g
kernel eager stream=side writes=x
)");
  EXPECT_TRUE(after.clean());
}

TEST(Audit, WorkThatStartsEarlyDoesNotOvertakeItself) {
  const auto schedule = parse(R"(fencepost 1
stream s
buffer x 512
kernel aside stream=s
kernel both stream=s reads=x writes=x early
)");
  ASSERT_TRUE(schedule.has_value());
  EXPECT_TRUE(audit(*schedule).clean());
}

}  // namespace
}  // namespace fencepost::checker
