#include <fencepost/properties/gtp_suite.h>

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using ::testing::HasSubstr;

TEST(GtpSuite, TheWholeEngineIsCleanAndTheCasesAreNotEmpty) {
  const GtpResult result = run_gtp_suite({.seed = 1, .cases = 400});
  EXPECT_FALSE(result.finding.has_value()) << result.finding->trace;
  const GtpTally& tally = result.tally;
  EXPECT_EQ(tally.cases, 400U);
  // Nothing of what the properties are about was left out.
  for (const std::uint64_t count :
       {tally.eager, tally.local, tally.full_iteration, tally.captured, tally.recaptured, tally.reused,
        tally.reused_in_capture, tally.summed_in_capture, tally.registered_in_capture, tally.repeated_in_capture,
        tally.external_handoffs, tally.interleaved}) {
    EXPECT_GE(count, 4U) << describe(tally);
  }
}

TEST(GtpSuite, TheSameSeedFindsTheSame) {
  const GtpSettings settings{.seed = 5, .cases = 500, .mutation = gtp::mutation_named("product-before-gather")};
  const GtpResult once = run_gtp_suite(settings);
  const GtpResult again = run_gtp_suite(settings);
  ASSERT_TRUE(once.finding.has_value());
  ASSERT_TRUE(again.finding.has_value());
  EXPECT_EQ(once.finding->trace, again.finding->trace);
}

TEST(GtpSuite, AFindingSaysWhereItComesFrom) {
  const GtpSettings settings{.seed = 2, .cases = 2000, .mutation = gtp::mutation_named("product-before-gather")};
  const GtpResult result = run_gtp_suite(settings);
  ASSERT_TRUE(result.finding.has_value());
  const std::string& trace = result.finding->trace;
  EXPECT_THAT(trace, HasSubstr("seed 2, case " + std::to_string(result.finding->number)));
  EXPECT_THAT(trace, HasSubstr("# mutation product-before-gather"));
  EXPECT_THAT(trace, HasSubstr("# noticed: read-before-write"));
  EXPECT_LT(std::ranges::count(trace, '\n'), std::ranges::count(result.finding->generated_trace, '\n'));
}

class EveryMutation : public ::testing::TestWithParam<gtp::Mutation> {};

TEST_P(EveryMutation, IsFoundByGeneratedJobs) {
  GtpSettings settings{.seed = 1, .cases = 2000, .mutation = gtp::mutation_named(GetParam().name)};
  const GtpResult result = run_gtp_suite(settings);
  EXPECT_TRUE(result.finding.has_value()) << describe(result.tally);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryMutation, ::testing::ValuesIn(gtp::mutations().begin(), gtp::mutations().end()),
                         [](const ::testing::TestParamInfo<gtp::Mutation>& tested) {
                           std::string text(tested.param.name);
                           std::ranges::replace(text, '-', '_');
                           return text;
                         });

}  // namespace
}  // namespace fencepost::properties
