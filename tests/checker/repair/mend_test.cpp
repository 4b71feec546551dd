#include <fencepost/checker/repair/mend.h>
#include <fencepost/traces/parser.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view racy = R"(fencepost 1
# Two streams share a buffer.
stream one
stream two
buffer x 512B
buffer y 512B
kernel write_x stream=one writes=x
kernel read_x stream=two reads=x   # too early
kernel read_y stream=two reads=y
kernel write_y stream=one writes=y
expect hazard read-before-write first=write_x second=read_x
expect hazard overwrite-before-last-read first=read_y second=write_y
)";

TEST(Mend, LeavesNoHazardAndKeepsTheComments) {
  const auto mended = mend(racy);
  ASSERT_TRUE(mended.has_value()) << mended.error();
  EXPECT_TRUE(mended->report.clean());
  EXPECT_THAT(mended->applied, SizeIs(2));
  EXPECT_THAT(mended->text, HasSubstr("# Two streams share a buffer.\n"));
  EXPECT_THAT(mended->text, HasSubstr("# too early\n"));
  const auto schedule = parse(mended->text);
  ASSERT_TRUE(schedule.has_value()) << mended->text;
  EXPECT_TRUE(audit(*schedule).clean());
}

TEST(Mend, WhatWasExpectedOfTheFaultIsNoLongerExpected) {
  const auto mended = mend(racy);
  ASSERT_TRUE(mended.has_value()) << mended.error();
  EXPECT_THAT(mended->text, Not(HasSubstr("expect hazard")));
  EXPECT_THAT(mended->text, HasSubstr("\nexpect clean\n"));
}

TEST(Mend, ACleanTraceStaysAsItIs) {
  constexpr std::string_view clean = "fencepost 1\nstream one\nkernel work stream=one";
  const auto mended = mend(clean);
  ASSERT_TRUE(mended.has_value()) << mended.error();
  EXPECT_EQ(mended->text, clean);
  EXPECT_THAT(mended->applied, IsEmpty());
}

// The result that is meant is gone: no order and no lifetime mends that.
TEST(Mend, WhatNothingMendsIsStillReported) {
  constexpr std::string_view overwritten = R"(fencepost 1
stream one
buffer x 512B
begin_capture step stream=one
kernel write stream=one writes=x
end_capture step
instantiate run from=step
launch run stream=one
launch run stream=one
kernel read stream=one reads=x@1
expect hazard output-overwritten second=read
)";
  const auto mended = mend(overwritten);
  ASSERT_TRUE(mended.has_value()) << mended.error();
  EXPECT_FALSE(mended->report.clean());
  EXPECT_THAT(mended->text, Not(HasSubstr("expect")));
}

// The second free can only go.
TEST(Mend, ARefusedCallIsTakenOut) {
  const auto mended = mend("fencepost 1\nstream one\nalloc x 512B stream=one\nfree x\nfree x\n");
  ASSERT_TRUE(mended.has_value()) << mended.error();
  EXPECT_EQ(mended->text, "fencepost 1\nstream one\nalloc x 512B stream=one\nfree x\n");
}

TEST(Mend, ATraceThatIsNotModelledIsAnError) {
  EXPECT_FALSE(mend("fencepost 1\nstream one\nkernel work stream=two\n").has_value());
}

}  // namespace
}  // namespace fencepost::checker
