#include <fencepost/checker/report/page.h>
#include <fencepost/checker/report/text.h>

#include <checker/report/reuse_story.h>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;
using testing::Not;

class TextReport : public testing::Test {
 protected:
  TextReport() : schedule(*parse(reuse_trace)) {
    file.path = "steps.trace";
    file.report = reuse_report(schedule);
    file.schedule = &schedule;
    file.text = reuse_trace;
  }

  [[nodiscard]] std::string text(TextStyle style = {}) const {
    std::ostringstream out;
    write_text(out, file, style);
    return out.str();
  }
  Hazard& hazard() { return file.report->hazards.front(); }

  Schedule schedule;
  AuditedFile file;
};

TEST_F(TextReport, TellsTheWholeStory) {
  EXPECT_EQ(text(), R"(steps.trace: 1 hazard (11 operations, 3 accesses checked)

hazard 1: reuse-before-last-read
  kernel "overwrite" (line 12) writes scratch[2MiB:4MiB] while kernel "fp32_sum" (line 9) may still
  be reading a2a[2MiB:4MiB], the former owner of the same bytes.

  the two ends
    first  line 9     kernel fp32_sum stream=rs reads=a2a
           reads a2a[2MiB:4MiB] on stream rs; eager
    second line 12    kernel overwrite stream=main writes=scratch[2MiB:4MiB]
           writes scratch[2MiB:4MiB] on stream main; eager

  who has the bytes
    a2a (4 MiB) was allocated at line 5 from the default pool for stream main and freed at line 10.
    scratch (4 MiB) was given the same bytes at line 11 from the default pool for stream main.

  why nothing prevents it
    The last point that comes before both is line 7 (`record sent stream=main`).
    Stream main never waits for anything that comes after line 9.

  an order the device may choose, time running down
    line   main                               rs
    7      record sent                        |
    12     overwrite                          |                                   <- second
    8      |                                  wait sent
    9      |                                  fp32_sum                            <- first, too late

  fix
    wait before line 12 for what line 9 did; adds 1 wait and no bytes; re-checked: this hazard is
    gone, nothing new.
     2 + event done
    10 + record done stream=rs
    12 + wait done stream=main

  evidence
    Every device order of this host order and this placement was considered.
  fingerprint 0123456789abcdef
  look closer: fencepost explain steps.trace 9 12

check again: fencepost audit steps.trace
)");
}

TEST_F(TextReport, StaysWithinThePage) {
  std::istringstream lines(text());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(columns(line), page_width) << line;
  }
}

TEST_F(TextReport, ColoursOnlyWhenAsked) {
  EXPECT_THAT(text(), Not(HasSubstr("\033")));
  EXPECT_THAT(text({.color = true}), HasSubstr("\033[1;31m"));
}

TEST_F(TextReport, QuietIsOneLineForEachHazard) {
  EXPECT_EQ(text({.quiet = true}),
            "steps.trace: 1 hazard (11 operations, 3 accesses checked)\n"
            "steps.trace:12: reuse-before-last-read: kernel \"overwrite\" (line 12) writes scratch[2MiB:4MiB] while "
            "kernel \"fp32_sum\" (line 9) may still be reading a2a[2MiB:4MiB], the former owner of the same bytes.\n");
}

TEST_F(TextReport, CleanSaysWhatWasChecked) {
  file.report->hazards.clear();
  file.report->operations = 12345;
  EXPECT_EQ(text(), "steps.trace: clean (12,345 operations, 3 accesses checked)\n");
}

TEST_F(TextReport, SaysWhereAReplayedNodeComesFrom) {
  hazard().second.phase = Phase::replay;
  hazard().second.line = 8;
  hazard().second.launch_line = 12;
  hazard().second.launch_number = 2;
  hazard().second.executable = schedule.names().intern<ExecutableTag>("step");
  hazard().second.launch_stream = hazard().first.stream;
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("captured at line 8, runs in launch 2 of \"step\"\n           (line 12, stream rs)"));
}

TEST_F(TextReport, NamesTheStaleRecordWithItsLines) {
  hazard().near_miss = NearMiss::stale_record;
  hazard().near_miss_line = 8;
  hazard().near_miss_record_line = 7;
  hazard().near_miss_event = *schedule.names().find<EventTag>("sent");
  EXPECT_THAT(text(), HasSubstr("Line 8 goes by the record of event \"sent\" at line 7"));
}

TEST_F(TextReport, WithoutTheTextItNamesLinesOnly) {
  file.text = {};
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("The last point that comes before both is line 7."));
  EXPECT_THAT(report, Not(HasSubstr("`")));
}

TEST_F(TextReport, ListsFurtherPairsAndOccurrences) {
  hazard().occurrences = 1200;
  for (std::uint32_t line = 1; line <= 6; ++line) {
    hazard().also.push_back({hazard().first, hazard().second, 0, 0});
    hazard().also.back().first.line = line;
  }
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("Found 1,200 times"));
  EXPECT_THAT(report, HasSubstr("and 2 pairs more"));
}

TEST_F(TextReport, ListsNoPairTwice) {
  hazard().also.resize(2, {hazard().first, hazard().second, 0, 0});
  EXPECT_THAT(text(), Not(HasSubstr("also")));
}

TEST_F(TextReport, CallsThatFailInABrokenCaptureAreConsequences) {
  hazard().question = Question::refused;
  hazard().also.resize(1, {hazard().first, hazard().second, 0, 0});
  EXPECT_THAT(text(), HasSubstr("    refused as a consequence: kernel \"overwrite\" (line 12)\n"));
}

TEST_F(TextReport, NamesTheNextOwnerThatIsNoEndOfTheHazard) {
  hazard().second.generation = hazard().first.generation;
  EXPECT_THAT(text(), HasSubstr("scratch (4 MiB) was given the same bytes at line 11"));
}

TEST_F(TextReport, TellsOwnersInTheOrderOfTheirTenure) {
  std::swap(hazard().first.generation, hazard().second.generation);
  const std::string report = text();
  EXPECT_LT(report.find("a2a (4 MiB) was allocated"), report.find("scratch (4 MiB) was given the same bytes"));
}

TEST_F(TextReport, WithoutAFixItSaysWhereToRead) {
  hazard().fixes.clear();
  EXPECT_THAT(text(), HasSubstr("\n  how to mend it: fencepost explain reuse-before-last-read\n"));
}

TEST_F(TextReport, AFurtherPairWithoutAFirstEndNamesTheSecondOnly) {
  hazard().also.resize(1, {Site{}, hazard().second, 0, 0});
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("    also kernel \"overwrite\" (line 12)\n"));
  EXPECT_THAT(report, Not(HasSubstr("(line 0)")));
}

TEST_F(TextReport, MarksTheSecondEndWhereItStandsAndNotEveryUseOfItsLine) {
  hazard().bad_order = {12, 7, 12, 9};
  hazard().second_in_bad_order = 2;
  const std::string report = text();
  const std::size_t marked = report.find("<- second");
  ASSERT_NE(marked, std::string::npos);
  EXPECT_EQ(report.find("<- second", marked + 1), std::string::npos);
  EXPECT_GT(marked, report.find("line 7 "));
}

TEST_F(TextReport, SaysWhatWasTakenAsSimplerThanItIs) {
  EXPECT_THAT(text(), Not(HasSubstr("collective")));
  hazard().first.operation = OperationKind::all_gather;
  EXPECT_THAT(text(), HasSubstr("a collective touches all of its bytes"));
}

TEST_F(TextReport, SaysWhatIsNotReliedUpon) {
  EXPECT_THAT(text(), Not(HasSubstr("Not relied upon")));
  hazard().second.operation = OperationKind::release;
  file.report->generations[1].pool_kind = PoolKind::raw;
  EXPECT_THAT(text(), HasSubstr("a raw free often waits for the device"));
}

TEST_F(TextReport, AnUnmodelledStatementIsNoVerdict) {
  file.report->error = model::ModelError{9, model::ModelError::Kind::not_modelled, "conditional bodies"};
  EXPECT_EQ(text(),
            "steps.trace:9: error: not modelled: conditional bodies\n"
            "    kernel fp32_sum stream=rs reads=a2a\n"
            "no verdict\n");
}

TEST_F(TextReport, FaultyTextIsShownAsTheParserSaysIt) {
  const auto faulty = parse("fencepost 1\nkernel k stream=nowhere\n", "bad.trace");
  ASSERT_FALSE(faulty);
  AuditedFile bad;
  bad.path = "bad.trace";
  bad.errors = faulty.error().errors;
  std::ostringstream out;
  write_text(out, bad);
  EXPECT_EQ(out.str(), render(faulty.error().errors.front()));
}

TEST_F(TextReport, NotesComeLast) {
  Note note;
  note.kind = Note::Kind::void_wait;
  note.line = 8;
  note.event = *schedule.names().find<EventTag>("sent");
  file.report->hazards.clear();
  file.report->notes = {note};
  EXPECT_EQ(text(),
            "steps.trace: clean (11 operations, 3 accesses checked)\n\n"
            "note: void-wait: line 8: the wait for event \"sent\" orders nothing, since nothing has recorded it\n"
            "yet.\n");
}

}  // namespace
}  // namespace fencepost::checker
