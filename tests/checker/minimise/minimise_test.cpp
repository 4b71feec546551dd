#include <fencepost/checker/audit.h>
#include <fencepost/checker/minimise/minimise.h>
#include <fencepost/traces/parser.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::HasSubstr;

tl::expected<MinimisedTrace, std::string> minimised(std::string_view text, std::string_view fingerprint = {}) {
  const auto schedule = parse(text);
  EXPECT_TRUE(schedule.has_value());
  return minimise(text, *schedule, fingerprint);
}

// Of the two writers only the unordered one matters, and of the ordering nothing does.
TEST(Minimise, KeepsTheTwoEndsAndWhatTheyNeed) {
  const auto result = minimised(R"(fencepost 1
# a comment
stream one
stream two
stream three
event done
buffer tensor 512B
buffer other 512B
kernel ordered stream=three writes=tensor
record done stream=three
wait done stream=one
kernel aside stream=one writes=other
kernel read stream=one reads=tensor
kernel overwrite stream=two writes=tensor
kernel afterwards stream=two reads=other
expect hazard overwrite-before-last-read first=read second=overwrite
)",
                                "");
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(result->operations_before, 13U);
  EXPECT_EQ(result->operations_after, 5U);
}

constexpr std::string_view two_hazards = R"(fencepost 1
stream one
stream two
buffer x 512B
buffer y 512B
kernel write_x stream=one writes=x
kernel read_x stream=two reads=x
kernel read_y stream=one reads=y
kernel write_y stream=two writes=y
)";

TEST(Minimise, KeepsTheHazardThatWasAskedFor) {
  const auto schedule = parse(two_hazards);
  ASSERT_TRUE(schedule.has_value());
  const Report report = audit(*schedule);
  ASSERT_EQ(report.hazards.size(), 2U);
  const auto result = minimised(two_hazards, report.hazards[1].fingerprint);
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(result->text,
            "fencepost 1\n"
            "stream one\n"
            "stream two\n"
            "buffer y 512B\n"
            "kernel read_y stream=one reads=y\n"
            "kernel write_y stream=two writes=y\n");
}

TEST(Minimise, AnUnknownFingerprintListsThoseThereAre) {
  const auto result = minimised(two_hazards, "0123456789abcdef");
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error(), HasSubstr("read-before-write (line 7)"));
  EXPECT_THAT(result.error(), HasSubstr("overwrite-before-last-read (line 9)"));
}

TEST(Minimise, ACleanTraceHasNothingToKeep) {
  const auto result = minimised("fencepost 1\nstream one\n");
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error(), HasSubstr("no hazard"));
}

// The reader of one iteration races with the writer of the next: two iterations are needed, and no
// fence, since that orders the reader after the writer of its own iteration.
TEST(Minimise, LowersTheCountOfALoopToWhatTheHazardNeeds) {
  const auto result = minimised(R"(fencepost 1
stream one
stream two
event filled
buffer ring 512B
repeat 40 {
kernel fill stream=one writes=ring
record filled stream=one
wait filled stream=two
kernel drain stream=two reads=ring
}
)");
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(result->text,
            "fencepost 1\n"
            "stream one\n"
            "stream two\n"
            "buffer ring 512B\n"
            "repeat 2 {\n"
            "kernel fill stream=one writes=ring\n"
            "kernel drain stream=two reads=ring\n"
            "}\n");
}

// A wait that is left out makes another hazard of the same buffers: the result must not drift there.
TEST(Minimise, NoStatementOfTheResultCanBeLeftOut) {
  std::string text = "fencepost 1\nstream one\nstream two\nevent done\npool scratch kind=scratch\n";
  for (int i = 0; i < 60; ++i) {
    text += fmt::format("buffer b{0} 512B\nkernel w{0} stream=one writes=b{0}\nrecord done stream=one\n", i);
    text += fmt::format("wait done stream=two\nkernel r{0} stream=two reads=b{0}\n", i);
  }
  text += "kernel late stream=one writes=b17\n";
  const auto result = minimised(text);
  ASSERT_TRUE(result.has_value()) << result.error();
  EXPECT_EQ(result->operations_after, 5U);
  EXPECT_THAT(result->text, HasSubstr("kernel r17 stream=two reads=b17\nkernel late stream=one writes=b17\n"));
}

}  // namespace
}  // namespace fencepost::checker
