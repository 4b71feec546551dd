#include <fencepost/checker/expectations/expectations.h>
#include <fencepost/traces/builder.h>
#include <fencepost/traces/parser.h>

#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {

/// Found by GoogleTest when a comparison fails.
void PrintTo(const Surprise& surprise, std::ostream* out) { *out << surprise.line << ": " << surprise.message; }

namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Lines 5 to 7 are the work; expectations follow from line 8.
Schedule schedule_with(const std::string& expectations) {
  const auto schedule = parse(
      "fencepost 1\n"
      "stream main\n"
      "stream side\n"
      "buffer x 1KiB\n"
      "kernel one stream=main writes=x\n"
      "kernel two stream=side reads=x\n"
      "kernel three stream=side reads=x[0:512]\n" +
      expectations);
  EXPECT_TRUE(schedule.has_value());
  return schedule.value_or(Schedule{});
}

Hazard hazard(Slug slug, std::uint32_t first, std::uint32_t second, std::uint64_t lo = 0, std::uint64_t hi = 0) {
  Hazard result;
  result.slug = slug;
  result.first.line = first;
  result.second.line = second;
  result.second_lo = lo;
  result.second_hi = hi;
  return result;
}

Report report_of(std::vector<Hazard> hazards) {
  Report report;
  report.hazards = std::move(hazards);
  return report;
}

auto surprise(std::uint32_t line, const std::string& words) {
  return AllOf(Field(&Surprise::line, line), Field(&Surprise::message, HasSubstr(words)));
}

const Hazard one_two = hazard(Slug::read_before_write, 5, 6, 0, 1024);
const Hazard one_three = hazard(Slug::read_before_write, 5, 7, 0, 512);

TEST(ExpectedHazard, IsFoundBySlugEndsAndBytes) {
  const Schedule schedule = schedule_with("expect hazard read-before-write first=one second=two bytes=0:1024\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})), IsEmpty());
}

TEST(ExpectedHazard, MayNameLines) {
  const Schedule schedule = schedule_with("expect hazard read-before-write first=5 second=6\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})), IsEmpty());
}

TEST(ExpectedHazard, IsMissed) {
  const Schedule schedule = schedule_with("expect hazard read-before-write\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({})), ElementsAre(surprise(8, "was not found")));
}

TEST(ExpectedHazard, IsNotAnotherSlug) {
  const Schedule schedule = schedule_with("expect hazard unordered-writes\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})),
              ElementsAre(surprise(6, "not expected"), surprise(8, "was not found")));
}

TEST(ExpectedHazard, IsNotAnotherFirstEnd) {
  const Schedule schedule = schedule_with("expect hazard read-before-write first=three second=two\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})),
              ElementsAre(surprise(6, "not expected"), surprise(8, "was not found")));
}

TEST(ExpectedHazard, IsNotAnotherSecondEnd) {
  const Schedule schedule = schedule_with("expect hazard read-before-write first=one second=three\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})),
              ElementsAre(surprise(6, "not expected"), surprise(8, "was not found")));
}

TEST(ExpectedHazard, IsNotOnOtherBytes) {
  const Schedule start = schedule_with("expect hazard read-before-write bytes=512:1024\n");
  EXPECT_THAT(compare_with_expectations(start, report_of({one_two})), ::testing::SizeIs(2));
  const Schedule end = schedule_with("expect hazard read-before-write bytes=0:512\n");
  EXPECT_THAT(compare_with_expectations(end, report_of({one_two})), ::testing::SizeIs(2));
}

TEST(ExpectedHazards, AreEachFoundOnce) {
  const Schedule twice = schedule_with("expect hazard read-before-write\nexpect hazard read-before-write\n");
  EXPECT_THAT(compare_with_expectations(twice, report_of({one_two, one_three})), IsEmpty());
  EXPECT_THAT(compare_with_expectations(twice, report_of({one_two})), ElementsAre(surprise(9, "was not found")));
  const Schedule once = schedule_with("expect hazard read-before-write first=one second=two\n");
  EXPECT_THAT(compare_with_expectations(once, report_of({one_two, one_three})),
              ElementsAre(surprise(7, "read-before-write first=5 second=7 bytes=0:512")));
}

TEST(ExpectedNote, IsFoundAndOthersAreAllowed) {
  Note wait;
  wait.kind = Note::Kind::void_wait;
  wait.line = 6;
  Note other;
  other.kind = Note::Kind::empty_capture;
  Report report;
  report.notes = {other, wait};
  EXPECT_THAT(compare_with_expectations(schedule_with("expect note void-wait first=6\n"), report), IsEmpty());
  EXPECT_THAT(compare_with_expectations(schedule_with("expect clean\n"), report), IsEmpty());
}

TEST(ExpectedNote, IsMissed) {
  Note wait;
  wait.kind = Note::Kind::void_wait;
  wait.line = 6;
  Report report;
  report.notes = {wait};
  EXPECT_THAT(compare_with_expectations(schedule_with("expect note redundant-wait\n"), report),
              ElementsAre(surprise(8, "expected note redundant-wait")));
  EXPECT_THAT(compare_with_expectations(schedule_with("expect note void-wait first=5\n"), report),
              ElementsAre(surprise(8, "expected note void-wait")));
}

TEST(ExpectedClean, IsBrokenByAnyHazard) {
  const Schedule schedule = schedule_with("expect clean\n");
  EXPECT_THAT(compare_with_expectations(schedule, report_of({})), IsEmpty());
  EXPECT_THAT(compare_with_expectations(schedule, report_of({one_two})), ElementsAre(surprise(6, "not expected")));
}

TEST(ExpectedClean, DoesNotGoWithAHazard) {
  ScheduleBuilder builder;  // a text that says so does not parse
  builder.expect_clean();
  builder.expect_hazard("read-before-write");
  EXPECT_THAT(compare_with_expectations(builder.built(), report_of({one_two})), ElementsAre(surprise(0, "both")));
}

TEST(ExpectedWrongValue, NeedsAHazardThatCanCauseIt) {
  const Schedule alone = schedule_with("expect wrong_value\n");
  EXPECT_THAT(compare_with_expectations(alone, report_of({})), ElementsAre(surprise(8, "wrong value")));
  const Schedule both = schedule_with("expect wrong_value\nexpect hazard read-before-write\n");
  EXPECT_THAT(compare_with_expectations(both, report_of({one_two})), IsEmpty());
}

TEST(ExpectedStatus, IsWhatTheModelAnswers) {
  const Schedule right = schedule_with("event e\nrecord e stream=main external expect=cudaErrorIllegalState\n");
  EXPECT_THAT(compare_with_expectations(right, report_of({})), IsEmpty());  // row E19
}

TEST(ExpectedStatus, IsNotWhatTheModelAnswers) {
  const Schedule refused = schedule_with("event e\nrecord e stream=main external expect=success\n");
  EXPECT_THAT(compare_with_expectations(refused, report_of({})), ElementsAre(surprise(9, "expected status success")));
  const Schedule accepted = schedule_with("kernel four stream=main expect=cudaErrorIllegalState\n");
  EXPECT_THAT(compare_with_expectations(accepted, report_of({})), ElementsAre(surprise(8, "cudaErrorIllegalState")));
}

TEST(ExpectedStatus, FollowsTheRules) {
  const Schedule schedule = schedule_with("event e\nrecord e stream=main external expect=cudaErrorIllegalState\n");
  const auto without = model::Rules{}.without(model::Rule::external_flag_needs_capture);
  EXPECT_THAT(compare_with_expectations(schedule, report_of({}), without), ElementsAre(surprise(9, "success")));
}

TEST(ExpectedStatus, OfAQueryMayBeEitherAnswer) {
  // Nothing waited for the kernel, so the query may find it done or not.
  const std::string work = "event e\nrecord e stream=main\n";
  const Schedule done = schedule_with(work + "query event e expect=success\n");
  EXPECT_THAT(compare_with_expectations(done, report_of({})), IsEmpty());
  const Schedule pending = schedule_with(work + "query event e expect=cudaErrorNotReady\n");
  EXPECT_THAT(compare_with_expectations(pending, report_of({})), IsEmpty());
}

TEST(NoExpectation, IsASurprise) {
  EXPECT_THAT(compare_with_expectations(schedule_with(""), report_of({})), ElementsAre(surprise(0, "expects nothing")));
}

TEST(NoVerdict, IsASurpriseWhateverIsExpected) {
  Report report;
  report.error = model::ModelError{5, model::ModelError::Kind::not_modelled, "early launch"};
  EXPECT_THAT(compare_with_expectations(schedule_with("expect clean\n"), report),
              ElementsAre(surprise(5, "early launch")));
}

}  // namespace

}  // namespace fencepost::checker
