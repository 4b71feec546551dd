#include <fencepost/checker/explain/explain.h>
#include <fencepost/checker/report/page.h>
#include <fencepost/traces/parser.h>

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Verdict = Explanation::Verdict;

constexpr std::string_view two_streams = R"(fencepost 1
stream main
stream rs
event sent
buffer x 4KiB
kernel a stream=main writes=x
record sent stream=main
wait sent stream=rs
kernel b stream=rs reads=x
kernel c stream=main writes=x
)";

Explanation explain(std::string_view trace, std::string_view a, std::string_view b) {
  return *explain_path(*parse(trace), a, b);
}

std::string in_words(std::string_view trace, std::string_view a, std::string_view b) {
  const Schedule schedule = *parse(trace);
  std::ostringstream out;
  write_explanation(out, *explain_path(schedule, a, b), schedule, trace);
  return out.str();
}

TEST(ExplainPath, GivesThePathWithItsReasons) {
  const Explanation result = explain(two_streams, "6", "9");
  EXPECT_EQ(result.verdict, Verdict::ordered);
  std::vector<std::uint32_t> lines;
  std::vector<model::EdgeReason> reasons;
  for (const ExplainedStep& step : result.path) {
    lines.push_back(step.point.line);
    reasons.push_back(step.reason);
  }
  using model::EdgeReason;
  EXPECT_THAT(lines, ElementsAre(6U, 7U, 8U, 9U));
  EXPECT_THAT(std::vector(reasons.begin() + 1, reasons.end()),
              ElementsAre(EdgeReason::stream, EdgeReason::event, EdgeReason::stream));
}

TEST(ExplainPath, TakesNamesOfWork) { EXPECT_EQ(explain(two_streams, "a", "b").verdict, Verdict::ordered); }

TEST(ExplainPath, SaysWhenTheOrderIsTheOtherWayRound) {
  const Explanation result = explain(two_streams, "9", "6");
  EXPECT_EQ(result.verdict, Verdict::reversed);
  EXPECT_EQ(result.first.line, 6U);
  EXPECT_EQ(result.second.line, 9U);
}

TEST(ExplainPath, UnorderedPairsHaveACommonPointAndANearMiss) {
  const Explanation result = explain(two_streams, "b", "c");
  EXPECT_EQ(result.verdict, Verdict::unordered);
  ASSERT_TRUE(result.common);
  EXPECT_EQ(result.common->line, 7U);
  EXPECT_EQ(result.near_miss, NearMiss::missing_edge);
}

TEST(ExplainPath, UnknownPlacesAreAnErrorInOneSentence) {
  const Schedule schedule = *parse(two_streams);
  EXPECT_EQ(explain_path(schedule, "99", "6").error(), "there is no operation on line 99");
  EXPECT_THAT(explain_path(schedule, "zzzzzz", "6").error(), HasSubstr("no work is called \"zzzzzz\""));
}

constexpr std::string_view one_graph = R"(fencepost 1
stream main
stream rs
buffer x 4KiB
begin_capture step stream=main
kernel a stream=main writes=x
kernel b stream=main reads=x
end_capture step
instantiate one from=step
instantiate two from=step
)";

TEST(ExplainPath, ReplaysOfOneExecutableAreComparedInPairs) {
  std::string trace(one_graph);
  trace += "launch one stream=main\nlaunch one stream=rs\n";
  const Explanation result = explain(trace, "a", "a");
  EXPECT_EQ(result.verdict, Verdict::ordered);
  EXPECT_EQ(result.first_executions, 2U);
  EXPECT_EQ(result.pairs_compared, 1U);
  const Explanation both = explain(trace, "a", "b");  // b of launch 1 comes before a of launch 2
  EXPECT_EQ(both.verdict, Verdict::mixed);
  EXPECT_EQ(both.pairs_compared, 4U);
  EXPECT_EQ(both.pairs_forward, 3U);
  EXPECT_EQ(both.pairs_backward, 1U);
}

TEST(ExplainPath, OrderInsideACaptureIsLostBetweenTwoExecutables) {
  std::string trace(one_graph);
  trace += "launch one stream=main\nlaunch two stream=rs\n";
  const Explanation result = explain(trace, "a", "b");
  EXPECT_EQ(result.verdict, Verdict::unordered);
  EXPECT_EQ(result.near_miss, NearMiss::edge_lost_at_border);
  EXPECT_EQ(result.first.launch_line, 11U);
  EXPECT_EQ(result.second.launch_line, 12U);
}

TEST(ExplainPath, WorkThatNeverRan) { EXPECT_EQ(explain(one_graph, "a", "b").verdict, Verdict::never_ran); }

TEST(ExplanationText, QuotesThePath) {
  EXPECT_EQ(in_words(two_streams, "6", "9"),
            "line 6, kernel \"a\" is ordered before line 9, kernel \"b\".\n\n"
            "  line 6     kernel a stream=main writes=x\n"
            "  line 7     record sent stream=main                  follows on stream main\n"
            "  line 8     wait sent stream=rs                      waits for event \"sent\"\n"
            "  line 9     kernel b stream=rs reads=x               follows on stream rs\n");
}

TEST(ExplanationText, SaysWhatIsMissing) {
  EXPECT_EQ(in_words(two_streams, "b", "c"),
            "Nothing orders line 9, kernel \"b\" and line 10, kernel \"c\": they may run in either order.\n\n"
            "  line 9     kernel b stream=rs reads=x\n"
            "  line 10    kernel c stream=main writes=x\n\n"
            "The last point before both is line 7, record.\n"
            "Stream main never waits for anything that comes after line 9.\n");
}

}  // namespace
}  // namespace fencepost::checker
