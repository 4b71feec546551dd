#include "fixture.h"

#include <fstream>
#include <iterator>

namespace fencepost::tests {

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using OtherCommands = CommandLine;

TEST_F(OtherCommands, HelpNamesEveryCommandAndTheExitStatus) {
  const Finished finished = fencepost({"--help"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("audit"), HasSubstr("explain"), HasSubstr("show"), HasSubstr("convert"),
                                  HasSubstr("rules"), HasSubstr("Exit status")));
}

TEST_F(OtherCommands, VersionIsThatOfThePackage) {
  const Finished finished = fencepost({"--version"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "fencepost " FENCEPOST_VERSION "\n");
}

TEST_F(OtherCommands, ExplainGivesOneSectionOfTheManual) {
  const Finished finished = fencepost({"explain", "stale-external-record"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(StartsWith("#"), HasSubstr("stale-external-record"), Not(HasSubstr("double-free"))));
}

TEST_F(OtherCommands, ExplainSaysWhatOrdersTwoOperations) {
  const Finished finished = fencepost({"explain", file("a.trace", clean_trace), "produce", "consume"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("produce"), HasSubstr("consume"), Not(HasSubstr("either order"))));
}

TEST_F(OtherCommands, ExplainSaysThatNothingOrdersThem) {
  const Finished finished = fencepost({"explain", file("a.trace", racy_trace), "5", "6"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("either order"));
}

TEST_F(OtherCommands, ShowDrawsALaneForEachStream) {
  const Finished finished = fencepost({"show", file("a.trace", racy_trace)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("main"), HasSubstr("side"), HasSubstr("<1")));
}

TEST_F(OtherCommands, ShowOfACleanScheduleMarksNothing) {
  const Finished finished = fencepost({"show", "--width", "60", "-"}, {.standard_input = std::string(clean_trace)});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("produce"), Not(HasSubstr("<1"))));
}

TEST_F(OtherCommands, ConvertWritesGraphviz) {
  const Finished finished = fencepost({"convert", "--to", "dot", file("a.trace", clean_trace)});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(StartsWith("digraph"), HasSubstr("->")));
}

TEST_F(OtherCommands, ConvertWritesATraceOfThreads) {
  const Finished finished = fencepost({"convert", "--to", "std", file("a.trace", clean_trace)});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("|w("), HasSubstr("|r(")));
}

TEST_F(OtherCommands, RulesListsMeaningSourceAndGuard) {
  const Finished finished = fencepost({"rules"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("waits bind at submission"), HasSubstr("guarded by:"), HasSubstr("E10")));
}

TEST(Readme, ShowsWhatTheProgramPrints) {
  const Finished finished =
      fencepost({"audit", "traces/corpus/megatron/p3-fp32-sum-is-the-last-reader.trace"}, {.folder = FENCEPOST_SOURCE});
  EXPECT_EQ(finished.status, 1);
  std::ifstream readme(FENCEPOST_SOURCE "/README.md");
  const std::string text{std::istreambuf_iterator<char>(readme), std::istreambuf_iterator<char>()};
  EXPECT_THAT(text, HasSubstr(finished.out));
}

}  // namespace

}  // namespace fencepost::tests
