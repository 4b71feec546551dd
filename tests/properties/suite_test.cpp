// Running numbered cases on several threads: what is reported does not depend on how many.

#include <fencepost/properties/suite.h>

#include <array>
#include <atomic>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

/// Shows something at `from` and above.
class From final : public Suite {
 public:
  explicit From(std::uint64_t from) : from_(from) {}

  [[nodiscard]] std::string_view name() const override { return "from"; }
  [[nodiscard]] std::span<const std::string_view> count_names() const override { return names_; }
  [[nodiscard]] CaseResult run(std::uint64_t number) const override { return {number >= from_, {1, number}}; }
  [[nodiscard]] Schedule schedule(std::uint64_t /*number*/) const override { return {}; }
  [[nodiscard]] CaseFinding investigate(std::uint64_t number) const override { return {number, {}, {}, {}}; }
  [[nodiscard]] std::optional<bool> still_shows(std::string_view /*kept*/) const override { return std::nullopt; }

 private:
  std::uint64_t from_;
  std::array<std::string_view, 2> names_{"cases", "sum of numbers"};
};

TEST(SuiteRun, GoesThroughAllCases) {
  const SuiteResult result = run_suite(From(1000), {.cases = 100, .jobs = 4, .stop = {}, .progress = {}});
  EXPECT_EQ(result.found, std::nullopt);
  EXPECT_EQ(result.cases, 100U);
  EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{100, 99 * 100 / 2}));
}

TEST(SuiteRun, ReportsTheLowestFindingAndCountsNothingBehindIt) {
  for (const unsigned jobs : {1U, 2U, 5U}) {
    const SuiteResult result = run_suite(From(70), {.cases = 1000, .jobs = jobs, .stop = {}, .progress = {}});
    EXPECT_EQ(result.found, 70U);
    EXPECT_EQ(result.cases, 71U);
    EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{71, 70 * 71 / 2}));
  }
}

TEST(SuiteRun, AShardTakesEveryNthCase) {
  const SuiteResult result = run_suite(From(1000), {.first = 2, .cases = 4, .stride = 3, .stop = {}, .progress = {}});
  EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{4, 2 + 5 + 8 + 11}));
}

TEST(SuiteRun, StopsBetweenTwoCases) {
  std::atomic<int> asked = 0;
  const SuiteResult result =
      run_suite(From(1000), {.cases = 1000, .jobs = 2, .stop = [&] { return ++asked > 50; }, .progress = {}});
  EXPECT_TRUE(result.stopped);
  EXPECT_GE(result.cases, 40U);
  EXPECT_LE(result.cases, 60U);
}

TEST(SuiteRun, TellsHowFarItIs) {
  std::uint64_t last = 0;
  run_suite(From(1000), {.cases = 100, .jobs = 1, .stop = {}, .progress = [&](std::uint64_t done) {
                           EXPECT_GT(done, last);
                           last = done;
                         }});
  EXPECT_EQ(last, 100U);
}

}  // namespace
}  // namespace fencepost::properties
