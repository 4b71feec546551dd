/// Reports on every trace of the corpus, for what must hold whatever they say.

#include <fencepost/checker/report/page.h>
#include <fencepost/checker/report/text.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Told {
  std::string name;
  Report report;
  std::string text;
};

/// Every trace of the corpus that has a verdict, with its report in words.
const std::vector<Told>& told() {
  static const std::vector<Told> all = [] {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(FENCEPOST_CORPUS_FOLDER)) {
      if (entry.path().extension() == ".trace") {
        paths.push_back(entry.path());
      }
    }
    std::ranges::sort(paths);
    std::vector<Told> result;
    for (const auto& path : paths) {
      std::ifstream in(path);
      const std::string trace{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      const auto schedule = parse(trace);
      if (!schedule) {
        continue;
      }
      AuditedFile file;
      file.path = "x.trace";
      file.schedule = &*schedule;
      file.text = trace;
      file.report = audit(*schedule, {.rules = {}, .explain = true, .fixes = true, .text = trace});
      std::ostringstream out;
      write_text(out, file);
      result.push_back({path.filename().string(), *file.report, out.str()});
    }
    return result;
  }();
  return all;
}

TEST(CorpusReport, CoversFaultyAndCleanTraces) {
  const auto faulty = std::ranges::count_if(told(), [](const Told& one) { return !one.report.clean(); });
  EXPECT_GT(faulty, 50);
  EXPECT_GT(static_cast<std::ptrdiff_t>(told().size()) - faulty, 50);
}

TEST(CorpusReport, StaysWithinThePage) {
  for (const Told& one : told()) {
    std::istringstream lines(one.text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(columns(line), page_width) << one.name << ": " << line;
    }
  }
}

// A gap in the facts would show as an empty name or as line 0.
TEST(CorpusReport, LeavesNoGaps) {
  for (const Told& one : told()) {
    EXPECT_THAT(one.text, Not(HasSubstr("\"\""))) << one.name;
    EXPECT_THAT(one.text, Not(HasSubstr("line 0"))) << one.name;
    EXPECT_THAT(one.text, Not(HasSubstr("(line )"))) << one.name;
  }
}

TEST(CorpusReport, EveryUnorderedPairHasAnOrderThatShowsItAndAFix) {
  for (const Told& one : told()) {
    for (const Hazard& hazard : one.report.hazards) {
      if (hazard.question == Question::order && hazard.first.execution != 0 && hazard.second.execution != 0) {
        EXPECT_NE(hazard.near_miss, NearMiss::none) << one.name;
        ASSERT_GE(hazard.bad_order.size(), 2U) << one.name;
        EXPECT_EQ(hazard.bad_order.back(), hazard.first.line) << one.name;
        EXPECT_FALSE(hazard.fixes.empty()) << one.name;
      }
    }
  }
}

}  // namespace
}  // namespace fencepost::checker
