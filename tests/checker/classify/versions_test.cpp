// Reads that name the launch whose result they mean (definitions.md 15).

#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

/// The only hazard of a graph that writes half of `out`, launched as `x`, followed by `body`.
std::optional<Slug> found(std::string_view body) {
  const std::string text =
      "fencepost 1\nstream main\nbuffer out 64\nbuffer seen 64\nbegin_capture g stream=main\n"
      "kernel produce stream=main writes=out[0:32]\nend_capture g\ninstantiate x from=g\n" +
      std::string(body);
  const auto parsed = parse(text, "versions.trace");
  EXPECT_TRUE(parsed);
  const Report report = audit(*parsed, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  EXPECT_FALSE(report.error);
  EXPECT_LE(report.hazards.size(), 1U);
  return report.hazards.empty() ? std::nullopt : std::optional{report.hazards[0].slug};
}

TEST(Versions, TheNamedLaunchIsSeen) {
  EXPECT_EQ(found("launch x stream=main\nkernel use stream=main reads=out[0:32]@1\n"), std::nullopt);
  EXPECT_EQ(found("launch x stream=main\nlaunch x stream=main\nkernel use stream=main reads=out[0:32]@2\n"),
            std::nullopt);
}

TEST(Versions, ALaterLaunchHasReplacedIt) {
  EXPECT_EQ(found("launch x stream=main\nlaunch x stream=main\nkernel use stream=main reads=out[0:32]@1\n"),
            Slug::output_overwritten);
}

TEST(Versions, AnEagerWriteHasReplacedIt) {
  EXPECT_EQ(found("launch x stream=main\nfill clear stream=main to=out\nkernel use stream=main reads=out[0:32]@1\n"),
            Slug::output_overwritten);
}

TEST(Versions, TheNamedLaunchHasNotRunYet) {
  EXPECT_EQ(found("kernel use stream=main reads=out[0:32]@1\nlaunch x stream=main\n"), Slug::wrong_value);
  EXPECT_EQ(found("launch x stream=main\nkernel use stream=main reads=out[0:32]@2\n"), Slug::wrong_value);
}

TEST(Versions, OnlyLaunchesThatWriteTheBytesCount) {
  EXPECT_EQ(found("begin_capture h stream=main\nkernel other stream=main writes=out[32:64]\nend_capture h\n"
                  "instantiate y from=h\nlaunch y stream=main\nlaunch x stream=main\n"
                  "kernel use stream=main reads=out[0:32]@1\n"),
            std::nullopt);
}

TEST(Versions, ARaceIsReportedAsThatAlone) {
  EXPECT_EQ(found("stream side\nlaunch x stream=main\nkernel use stream=side reads=out[0:32]@2\n"),
            Slug::read_before_write);
}

}  // namespace
}  // namespace fencepost::checker
