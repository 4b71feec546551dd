#include <fencepost/checker/repair/statement_text.h>
#include <fencepost/traces/parser.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

constexpr std::string_view trace = R"(# a comment first
fencepost 1
thread loader
stream main
stream "side one"
event done
event done_2
buffer x 4KiB
  record done stream=main external  # why
@loader wait done stream=main external
kernel "an external thing" stream=main reads=x
wait done expect=cudaErrorInvalidValue stream=main
)";

class StatementTextTest : public testing::Test {
 protected:
  Schedule schedule = *parse(trace);
  StatementText text{schedule, trace};
  StreamId side = *schedule.names().find<StreamTag>("side one");
  ThreadId loader = *schedule.names().find<ThreadTag>("loader");
};

TEST_F(StatementTextTest, WritesNamesAsTheLanguageSpellsThem) {
  EXPECT_EQ(text.record("done", side, main_thread), "record done stream=\"side one\"");
  EXPECT_EQ(text.wait("done", side, loader), "@loader wait done stream=\"side one\"");
  EXPECT_EQ(text.synchronize_event("done", main_thread), "synchronize event done");
}

TEST_F(StatementTextTest, FindsANameNobodyHas) { EXPECT_EQ(text.fresh_event(), "done_3"); }

TEST_F(StatementTextTest, DeclarationsGoBelowTheHeader) { EXPECT_EQ(text.declarations_line(), 3U); }

TEST_F(StatementTextTest, DropsAFlagAndNothingElse) {
  EXPECT_EQ(text.without_flag(9, "external"), "  record done stream=main");
  EXPECT_EQ(text.without_flag(11, "external"), "kernel \"an external thing\" stream=main reads=x");
}

TEST_F(StatementTextTest, AddsAFlagBehindTheStatement) {
  EXPECT_EQ(text.with_flag(11, "early"), "kernel \"an external thing\" stream=main reads=x early");
}

TEST_F(StatementTextTest, ForgetsTheStatusItWasExpectedToFailWith) {
  EXPECT_EQ(text.moved(12), "wait done stream=main");
  EXPECT_EQ(text.with_flag(12, "external"), "wait done stream=main external");
}

TEST_F(StatementTextTest, ReplacesAnOption) {
  EXPECT_EQ(text.with_option(9, "stream", "other"), "  record done external stream=other");
  EXPECT_EQ(text.with_option(9, "stream", ""), "  record done external");
  EXPECT_EQ(text.with_option(11, "pool", "p"), "kernel \"an external thing\" stream=main reads=x pool=p");
}

}  // namespace
}  // namespace fencepost::checker
