#include <fencepost/checker/report/page.h>
#include <fencepost/checker/report/text.h>

#include <checker/report/reuse_story.h>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string golden(const std::string& name) {
  std::ifstream file(std::string(FENCEPOST_GOLDEN_FOLDER) + "/" + name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

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

TEST_F(TextReport, TellsTheWholeStory) { EXPECT_EQ(text(), golden("reuse.txt")); }

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
  EXPECT_THAT(text(), HasSubstr("The wait for event \"sent\" at line 8 is bound to the record at line 7"));
}

TEST_F(TextReport, WithoutTheTextItNamesLinesOnly) {
  file.text = {};
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("The last point that comes before both is line 7."));
  EXPECT_THAT(report, Not(HasSubstr("`")));
}

TEST_F(TextReport, ListsFurtherPairsAndOccurrences) {
  hazard().occurrences = 1200;
  hazard().also.resize(6, {hazard().first, hazard().second, 0, 0});
  const std::string report = text();
  EXPECT_THAT(report, HasSubstr("Found 1,200 times"));
  EXPECT_THAT(report, HasSubstr("and 2 pairs more"));
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
