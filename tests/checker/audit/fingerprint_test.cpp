#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

/// The fingerprint of the only hazard.
std::string fingerprint_of(std::string_view text) {
  const auto schedule = parse(text);
  EXPECT_TRUE(schedule.has_value());
  if (!schedule) return {};
  const Report report = audit(*schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  EXPECT_EQ(report.hazards.size(), 1U);
  return report.hazards.empty() ? std::string{} : report.hazards.front().fingerprint;
}

constexpr std::string_view race = R"(fencepost 1
stream a
stream b
buffer x 1KiB
kernel produce stream=a writes=x
kernel consume stream=b reads=x
)";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  for (auto at = result.find(from); at != std::string::npos; at = result.find(from, at + to.size())) {
    result.replace(at, from.size(), to);
  }
  return result;
}

TEST(Fingerprint, IsSixteenHexDigits) {
  const std::string found = fingerprint_of(race);
  EXPECT_EQ(found.size(), 16U);
  EXPECT_EQ(found.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(Fingerprint, SurvivesMovedLinesAndOtherSizes) {
  EXPECT_EQ(fingerprint_of(replaced(race, "stream a", "# a comment\n\nstream a")), fingerprint_of(race));
  EXPECT_EQ(fingerprint_of(replaced(race, "1KiB", "2KiB")), fingerprint_of(race));
}

TEST(Fingerprint, DependsOnWorkStreamsBuffersAndTheKindOfHazard) {
  EXPECT_NE(fingerprint_of(replaced(race, "consume", "other")), fingerprint_of(race));
  EXPECT_NE(fingerprint_of(replaced(replaced(race, "stream b", "stream c"), "stream=b", "stream=c")),
            fingerprint_of(race));
  EXPECT_NE(fingerprint_of(replaced(replaced(race, "buffer x", "buffer y"), "=x", "=y")), fingerprint_of(race));
  EXPECT_NE(fingerprint_of(replaced(race, "reads=x", "writes=x")), fingerprint_of(race));
}

TEST(Fingerprint, DependsOnWhichEndComesFirst) {
  constexpr std::string_view reversed = R"(fencepost 1
stream a
stream b
buffer x 1KiB
kernel consume stream=b writes=x
kernel produce stream=a writes=x
)";
  EXPECT_NE(fingerprint_of(reversed), fingerprint_of(replaced(race, "reads=x", "writes=x")));
}

}  // namespace
}  // namespace fencepost::checker
