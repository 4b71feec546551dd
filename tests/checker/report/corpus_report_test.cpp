/// Reports on every trace of the corpus, for what must hold whatever they say.

#include <fencepost/checker/report/page.h>

#include <algorithm>
#include <checker/report/corpus_reports.h>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CorpusReport, CoversFaultyAndCleanTraces) {
  const auto faulty = std::ranges::count_if(told(), [](const Told& one) { return !one.report.clean(); });
  EXPECT_GT(faulty, 50);
  EXPECT_GT(static_cast<std::ptrdiff_t>(told().size()) - faulty, 50);
}

TEST(CorpusReport, StaysWithinThePage) {
  for (const Told& one : told()) {
    std::istringstream lines(one.text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(columns(line), page_width) << one.trace << ": " << line;
    }
  }
}

// A gap in the facts would show as an empty name or as line 0.
TEST(CorpusReport, LeavesNoGaps) {
  for (const Told& one : told()) {
    EXPECT_THAT(one.text, Not(HasSubstr("\"\""))) << one.trace;
    EXPECT_THAT(one.text, Not(HasSubstr("line 0"))) << one.trace;
    EXPECT_THAT(one.text, Not(HasSubstr("(line )"))) << one.trace;
  }
}

TEST(CorpusReport, EveryUnorderedPairHasAnOrderThatShowsItAndAFix) {
  for (const Told& one : told()) {
    for (const Hazard& hazard : one.report.hazards) {
      if (hazard.question == Question::order && hazard.first.execution != 0 && hazard.second.execution != 0) {
        EXPECT_NE(hazard.near_miss, NearMiss::none) << one.trace;
        ASSERT_GE(hazard.bad_order.size(), 2U) << one.trace;
        EXPECT_EQ(hazard.bad_order.back(), hazard.first.line) << one.trace;
        EXPECT_FALSE(hazard.fixes.empty()) << one.trace;
      }
    }
  }
}

}  // namespace
}  // namespace fencepost::checker
