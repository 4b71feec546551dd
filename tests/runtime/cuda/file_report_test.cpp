#include <fencepost/runtime/cuda/file_report.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

FileReport sample() {
  FileReport report;
  report.path = "a.trace";
  report.runs = 5;
  report.calls = 40;
  report.nanoseconds = 1234;
  report.sticky = true;
  report.wrong_runs = 4;
  report.hazards = {{"overwrite-before-last-read", 3, 4, 4, 4, "line 3 delayed", ""},
                    {"double-free", 0, 9, 0, 0, "", "no bytes are in dispute"}};
  report.wrong_values = {"sum read \"x\""};
  return report;
}

TEST(FileReports, TravelAsJson) {
  const FileReport report = report_from_json(to_json(sample()));
  EXPECT_EQ(report.path, "a.trace");
  EXPECT_EQ(report.outcome, FileReport::Outcome::agreed);
  EXPECT_EQ(report.calls, 40U);
  EXPECT_EQ(report.nanoseconds, 1234U);
  ASSERT_EQ(report.hazards.size(), 2U);
  EXPECT_EQ(report.hazards[0].aim, "line 3 delayed");
  EXPECT_EQ(report.hazards[1].second_line, 9U);
  EXPECT_EQ(report.hazards[1].exempt, "no bytes are in dispute");
  EXPECT_TRUE(report.sticky);
  EXPECT_EQ(report.wrong_values, std::vector<std::string>{"sum read \"x\""});
}

TEST(FileReports, KeepEveryOutcome) {
  using Outcome = FileReport::Outcome;
  for (const Outcome outcome :
       {Outcome::agreed, Outcome::disagreed, Outcome::not_played, Outcome::hung, Outcome::died}) {
    FileReport report;
    report.outcome = outcome;
    EXPECT_EQ(report_from_json(to_json(report)).outcome, outcome);
  }
}

TEST(FileReports, TakeNonsenseForADeath) {
  EXPECT_EQ(report_from_json("Aborted").outcome, FileReport::Outcome::died);
  EXPECT_EQ(report_from_json("").outcome, FileReport::Outcome::died);
}

TEST(FileReportText, SaysWhatWasShown) {
  EXPECT_EQ(to_text(sample()),
            "a.trace: agreed (5 runs, 40 calls)\n"
            "  overwrite-before-last-read, lines 3 and 4: shown on the card, 4 of 4 runs (line 3 delayed)\n"
            "  double-free, line 9: not aimed at: no bytes are in dispute\n"
            "  seen: sum read \"x\"\n");
}

TEST(FileReportText, SaysWhatWasNot) {
  FileReport report = sample();
  report.hazards = {{"unordered-writes", 3, 4, 20, 0, "line 3 delayed", "a pool waits"}};
  EXPECT_NE(to_text(report).find(
                "unordered-writes, lines 3 and 4: not shown on the card, 0 of 20 runs (line 3 delayed); a pool waits"),
            std::string::npos);
}

TEST(ExitStatuses, FollowTheOutcome) {
  FileReport report;
  EXPECT_EQ(exit_status(report), 0);
  report.outcome = FileReport::Outcome::disagreed;
  EXPECT_EQ(exit_status(report), 3);
  EXPECT_EQ(exit_status(sample()), 1);
}

}  // namespace
}  // namespace fencepost::cuda
