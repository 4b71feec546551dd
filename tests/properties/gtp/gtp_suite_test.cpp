#include "properties/environment.h"
#include "runtime/gtp/print_mutation.h"
#include <fencepost/properties/gtp_counts.h>
#include <fencepost/properties/gtp_suite.h>

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

GtpSettings with_mutation(std::uint64_t seed, std::string_view name) {
  GtpSettings settings;
  settings.seed = seed;
  settings.mutation = gtp::mutation_named(name);
  return settings;
}

std::string table(const SuiteResult& result) {
  std::string out;
  for (std::size_t index = 0; index < result.counts.size(); ++index) {
    out += std::to_string(result.counts[index]) + ' ' + std::string(gtp_count_names()[index]) + '\n';
  }
  return out;
}

TEST(GtpSuite, TheWholeEngineIsCleanAndTheCasesAreNotEmpty) {
  const GtpSuite suite({});
  const std::uint64_t cases = from_environment("FENCEPOST_GTP_TEST_CASES", 400);
  const SuiteResult result = run_suite(suite, {.cases = cases, .jobs = 2, .stop = {}, .progress = {}});
  ASSERT_FALSE(result.found.has_value()) << suite.investigate(*result.found).trace;
  EXPECT_EQ(result.cases, cases);
  // Nothing of what the properties are about was left out, and none of them held vacuously.
  for (std::size_t index = 0; index < result.counts.size(); ++index) {
    EXPECT_GE(result.counts[index], cases / 100) << gtp_count_names()[index] << '\n' << table(result);
  }
}

TEST(GtpSuite, TheSameSeedFindsTheSameOnAnyNumberOfThreads) {
  const GtpSuite suite(with_mutation(5, "product-before-gather"));
  const SuiteResult one = run_suite(suite, {.cases = 500, .jobs = 1, .stop = {}, .progress = {}});
  const SuiteResult three = run_suite(suite, {.cases = 500, .jobs = 3, .stop = {}, .progress = {}});
  ASSERT_TRUE(one.found.has_value());
  EXPECT_EQ(one.found, three.found);
  EXPECT_EQ(suite.investigate(*one.found).trace, suite.investigate(*three.found).trace);
}

TEST(GtpSuite, AFindingSaysWhereItComesFrom) {
  const GtpSuite suite(with_mutation(2, "product-before-gather"));
  const SuiteResult result = run_suite(suite, {.cases = 2000, .stop = {}, .progress = {}});
  ASSERT_TRUE(result.found.has_value());
  const CaseFinding finding = suite.investigate(*result.found);
  EXPECT_THAT(finding.trace, HasSubstr("# seed: 2\n# case: " + std::to_string(finding.number)));
  EXPECT_THAT(finding.trace, HasSubstr("# mutation: product-before-gather"));
  EXPECT_THAT(finding.trace, HasSubstr("# noticed: read-before-write"));
  EXPECT_LT(std::ranges::count(finding.trace, '\n'), std::ranges::count(finding.generated_trace, '\n'));
}

TEST(GtpSuite, AKeptCaseIsReadBackAndStillShowsIt) {
  const GtpSuite suite(with_mutation(2, "product-before-gather"));
  const SuiteResult result = run_suite(suite, {.cases = 2000, .stop = {}, .progress = {}});
  ASSERT_TRUE(result.found.has_value());
  const CaseFinding finding = suite.investigate(*result.found);
  EXPECT_THAT(suite.still_shows(finding.trace), Optional(true));
  EXPECT_THAT(suite.still_shows(finding.generated_trace), Optional(true));
  // Another suite's case, and no case at all.
  EXPECT_EQ(GtpSuite({}).still_shows(finding.trace), std::nullopt);
  EXPECT_EQ(suite.still_shows("fencepost 1\n"), std::nullopt);
}

class EveryMutation : public ::testing::TestWithParam<gtp::Mutation> {};

TEST_P(EveryMutation, IsFoundByGeneratedJobs) {
  GtpSettings settings = with_mutation(1, GetParam().name);
  // Where every case takes ten times as long, the cases are smaller.
  if (from_environment("FENCEPOST_GTP_TEST_SMALL", 0) != 0) settings.generator = GtpGeneratorSettings::small();
  const GtpSuite suite(settings);
  const SuiteResult result = run_suite(suite, {.cases = 2000, .stop = {}, .progress = {}});
  EXPECT_TRUE(result.found.has_value()) << table(result);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryMutation, ::testing::ValuesIn(gtp::mutations().begin(), gtp::mutations().end()),
                         [](const ::testing::TestParamInfo<gtp::Mutation>& tested) {
                           std::string text(tested.param.name);
                           std::ranges::replace(text, '-', '_');
                           return text;
                         });

}  // namespace
}  // namespace fencepost::properties
