#include "fixture.h"

namespace fencepost::tests {

namespace {

using ::testing::HasSubstr;

using Expectations = CommandLine;

std::string with(std::string_view trace, std::string_view expectation) {
  return std::string(trace) + std::string(expectation) + "\n";
}

TEST_F(Expectations, ThatHoldGiveACleanExitDespiteHazards) {
  const std::string path =
      file("a.trace", with(racy_trace, "expect hazard read-before-write first=produce second=consume bytes=0:1024"));
  const Finished finished = fencepost({"audit", "--check-expectations", path});
  EXPECT_EQ(finished.status, 0);
  EXPECT_THAT(finished.out, HasSubstr("as expected"));
}

TEST_F(Expectations, AreNotLookedAtUnlessAskedFor) {
  EXPECT_EQ(fencepost({"audit", file("a.trace", with(racy_trace, "expect clean"))}).status, 1);
  EXPECT_EQ(fencepost({"audit", file("b.trace", with(clean_trace, "expect hazard deadlock"))}).status, 0);
}

TEST_F(Expectations, OfAHazardThatIsNotThere) {
  const std::string path = file("a.trace", with(clean_trace, "expect hazard read-before-write"));
  const Finished finished = fencepost({"audit", "--check-expectations", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("a.trace:6: expected hazard read-before-write was not found"));
}

TEST_F(Expectations, OfNothingWhereThereIsAHazard) {
  const std::string path = file("a.trace", with(racy_trace, "expect clean"));
  const Finished finished = fencepost({"audit", "--check-expectations", path});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("a.trace:6: found, but not expected: read-before-write"));
}

TEST_F(Expectations, OfOtherBytes) {
  const std::string path = file("a.trace", with(racy_trace, "expect hazard read-before-write bytes=0:512"));
  EXPECT_EQ(fencepost({"audit", "--check-expectations", path}).status, 1);
}

TEST_F(Expectations, AreRequired) {
  const Finished finished = fencepost({"audit", "--check-expectations", file("a.trace", clean_trace)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.err, HasSubstr("expects nothing, so it checks nothing"));
}

TEST_F(Expectations, CannotRescueATraceThatDoesNotParse) {
  EXPECT_EQ(fencepost({"audit", "--check-expectations", file("a.trace", with(bad_trace, "expect clean"))}).status, 2);
}

}  // namespace

}  // namespace fencepost::tests
