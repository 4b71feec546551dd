// `fencepost check`, end to end.

#include "fixture.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>

namespace fencepost::tests {

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Check = CommandLine;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The paths of a folder that end so.
std::vector<std::string> files_in(const std::string& folder, std::string_view ending) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().string().ends_with(ending)) paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  return paths;
}

TEST_F(Check, TheWholeEngineIsCleanAndWhatWasCoveredIsSaid) {
  const Finished finished = fencepost({"check", "--cases", "60", "--seed", "4"});
  EXPECT_EQ(finished.status, 0) << finished.out;
  EXPECT_THAT(finished.out, AllOf(StartsWith("suite gtp, seed 4: 60 cases, clean\ncovered\n"), HasSubstr(" captures\n"),
                                  HasSubstr("cases with an instance of P1\n")));
  EXPECT_EQ(finished.err, "");
}

TEST_F(Check, TheOutputDoesNotDependOnTheNumberOfThreads) {
  const std::vector<std::string> command{"check", "--cases", "200", "--mutation", "event-before-the-sum", "--jobs"};
  auto one = command, three = command;
  one.emplace_back("1");
  three.emplace_back("3");
  EXPECT_EQ(fencepost(one).out, fencepost(three).out);
}

TEST_F(Check, AFindingExitsWithOneAndPrintsTheSmallTrace) {
  const Finished finished = fencepost({"check", "--cases", "200", "--mutation", "product-before-gather"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out,
              AllOf(HasSubstr("suite gtp with product-before-gather, seed 1: case "), HasSubstr("read-before-write"),
                    HasSubstr("again: fencepost check --suite gtp --seed 1 --case "), HasSubstr("\nfencepost 1\n")));
}

TEST_F(Check, OneCaseIsRunAgainByItsNumber) {
  const Finished first =
      fencepost({"check", "--cases", "500", "--mutation", "event-before-the-sum", "--format", "json"});
  const auto finding = nlohmann::json::parse(first.out)["runs"][0]["finding"];
  const std::string number = std::to_string(finding["case"].get<int>());
  const Finished again =
      fencepost({"check", "--case", number, "--mutation", "event-before-the-sum", "--format", "json"});
  EXPECT_EQ(again.status, 1);
  const auto repeated = nlohmann::json::parse(again.out)["runs"][0];
  EXPECT_EQ(repeated["finding"], finding);
  EXPECT_EQ(repeated["cases"], 1);
}

TEST_F(Check, AuditJudgesASavedFindingTheSame) {
  const std::string kept = folder() + "/kept";
  const Finished found = fencepost({"check", "--mutation", "event-before-the-sum", "--save", kept});
  EXPECT_EQ(found.status, 1);
  const std::vector<std::string> traces = files_in(kept, ".trace");
  ASSERT_EQ(traces.size(), 2U);  // as generated, and smaller
  EXPECT_THAT(found.out, HasSubstr("saved: " + traces[1]));
  for (const std::string& trace : traces) {
    const Finished audited = fencepost({"audit", "--quiet", "--no-fixes", trace});
    EXPECT_EQ(audited.status, 1) << trace;
    EXPECT_THAT(audited.out, HasSubstr("read-before-write"));
  }
  EXPECT_THAT(text_of(traces[1]), AllOf(HasSubstr("# mutation: event-before-the-sum"), HasSubstr("# seed: 1")));
}

TEST_F(Check, KeptCasesAreJudgedFirstWhateverTheSeed) {
  const std::string kept = folder() + "/kept";
  fencepost({"check", "--mutation", "event-before-the-sum", "--save", kept});
  const Finished again =
      fencepost({"check", "--mutation", "event-before-the-sum", "--save", kept, "--seed", "77", "--cases", "1"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("a kept case still shows it: " + kept));
  // With the rule in force the same case is clean, and it is not that suite's case.
  EXPECT_EQ(fencepost({"check", "--save", kept, "--cases", "5"}).status, 0);
}

TEST_F(Check, ListsMutationsOneALineNameFirst) {
  const Finished finished = fencepost({"check", "--list-mutations"});
  EXPECT_EQ(finished.status, 0);
  std::istringstream lines(finished.out);
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find(' ')));
  EXPECT_GE(names.size(), 25U);
  EXPECT_TRUE(names.contains("captured-scratch-not-recorded"));
}

TEST_F(Check, AllMutationsAreATableAndGoodWhenAllAreNoticed) {
  // The only case of this seed is a short job.
  const Finished missed = fencepost({"check", "--mutation", "all", "--cases", "1", "--max-size", "1", "--seed", "26"});
  EXPECT_EQ(missed.status, 1);
  EXPECT_THAT(missed.out, AllOf(StartsWith("mutation"), HasSubstr(" no\n"), HasSubstr("mutations were noticed")));
}

TEST_F(Check, JUnitCountsAFindingAsAFailure) {
  const Finished clean = fencepost({"check", "--cases", "5", "--format", "junit"});
  EXPECT_EQ(clean.status, 0);
  EXPECT_THAT(clean.out, HasSubstr("tests=\"1\" failures=\"0\""));
  const Finished missed = fencepost(
      {"check", "--cases", "1", "--max-size", "1", "--mutation", "event-before-the-sum", "--format", "junit"});
  EXPECT_THAT(missed.out, AllOf(HasSubstr("failures=\"1\""), HasSubstr("was not noticed")));
}

TEST_F(Check, ShardsSplitTheCasesBetweenThem) {
  const auto cases = [](const std::vector<std::string>& arguments) {
    return nlohmann::json::parse(fencepost(arguments).out)["runs"][0]["cases"].get<int>();
  };
  EXPECT_EQ(cases({"check", "--cases", "10", "--shard", "0/3", "--format", "json"}), 4);
  EXPECT_EQ(cases({"check", "--cases", "10", "--shard", "2/3", "--format", "json"}), 3);
}

TEST_F(Check, TheOtherSuitesCompareEngines) {
  for (const char* suite : {"raw", "allocator"}) {
    const Finished finished = fencepost({"check", "--suite", suite, "--cases", "50"});
    EXPECT_EQ(finished.status, 0) << finished.out;
    EXPECT_THAT(finished.out, HasSubstr("small enough for the oracle"));
  }
}

TEST_F(Check, BadUsageIsSaidAndExitsWithTwo) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"check", "--mutation", "no-such-thing"}, "--list-mutations"},
      {{"check", "--suite", "raw", "--mutation", "all"}, "only the suite gtp has mutations"},
      {{"check", "--shard", "3/3"}, "INDEX below COUNT"},
      {{"check", "--suite", "nonsense"}, "--suite"},
  };
  for (const auto& [arguments, message] : wrong) {
    const Finished finished = fencepost(arguments);
    EXPECT_EQ(finished.status, 2) << message;
    EXPECT_THAT(finished.err, HasSubstr(message));
  }
}

TEST_F(Check, AFolderThatCannotBeWrittenIsSaid) {
  const std::string blocked = file("blocked", "a file, no folder");
  const Finished finished = fencepost({"check", "--mutation", "event-before-the-sum", "--save", blocked + "/kept"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("error: " + blocked));
  EXPECT_THAT(finished.out, HasSubstr("\nfencepost 1\n"));  // what was found is not lost
}

TEST_F(Check, CtrlCSaysWhatWasCovered) {
  // The first case of this seed is done long before the signal.
  const Finished finished =
      run({FENCEPOST_PROGRAM, "check", "--cases", "1000000", "--seed", "26"}, {.interrupt_after = 1.0});
  EXPECT_EQ(finished.status, 130);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("interrupted after"), HasSubstr("covered\n")));
}

}  // namespace

}  // namespace fencepost::tests
