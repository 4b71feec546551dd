/// `repeat` in the parser; how loops run is in player_test.cpp.

#include "traces/parsing.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using test::fault;
using test::parsed;
using testing::HasSubstr;

TEST(Loop, IsTwoOperations) {
  const Schedule schedule = parsed("stream s\nrepeat 3 {\nkernel k stream=s\n}\nrepeat forever { # always\n}\n");
  ASSERT_EQ(schedule.size(), 6U);
  EXPECT_EQ(schedule[1].kind, OperationKind::repeat_begin);
  EXPECT_EQ(schedule[1].detail->count, 3U);
  EXPECT_EQ(schedule[3].kind, OperationKind::repeat_end);
  EXPECT_EQ(schedule[4].detail->count, 0U);
}

TEST(Loop, MayCarryANote) { EXPECT_EQ(parsed("repeat 2 note=\"steps\" {\n}\n")[0].detail->annotation, "steps"); }

TEST(Loop, BodiesMayAllocateWhatTheyFree) {
  EXPECT_EQ(parsed("repeat 2 {\nalloc x 4\nfree x\n}\n").size(), 4U);
  EXPECT_EQ(parsed("alloc x 4\nrepeat 2 {\nfree x\nalloc x 4\n}\n").size(), 5U);
  EXPECT_EQ(parsed("repeat 1 {\nalloc x 4\n}\n").size(), 3U);
}

TEST(Loop, InnerLoopsCountForOuterOnes) {
  EXPECT_EQ(parsed("repeat 2 {\nalloc x 4\nrepeat 2 {\nfree x\nalloc x 4\n}\nfree x\n}\n").size(), 8U);
  EXPECT_EQ(parsed("repeat 2 {\nrepeat 1 {\nalloc x 4\n}\nfree x\n}\n").size(), 6U);
}

TEST(LoopErrors, LeftOverThings) {
  const Diagnostic found = fault("repeat 2 {\nalloc x 4\n}\n");
  EXPECT_EQ(found.line, 4U);
  EXPECT_EQ(found.message, "the buffer `x` of line 3 still exists when the body starts again");
  EXPECT_THAT(fault("repeat forever {\nevent e\n}\n").message, HasSubstr("the event `e`"));
}

TEST(LoopErrors, LeftOverThingsOfAnInnerLoopThatRunsOnce) {
  EXPECT_THAT(fault("repeat 2 {\nrepeat 1 {\nalloc x 4\n}\n}\n").message, HasSubstr("the buffer `x` of line 4"));
}

TEST(LoopErrors, LeftOverThingsOfTheInnerLoopOnly) {
  EXPECT_THAT(fault("repeat 1 {\nrepeat 2 {\nalloc x 4\n}\nfree x\n}\n").message, HasSubstr("the buffer `x`"));
}

TEST(LoopErrors, Counts) {
  EXPECT_THAT(fault("repeat 0 {\n}\n").message, HasSubstr("at least once"));
  EXPECT_EQ(test::faults("repeat {\n").errors.at(0).message, "how often?");
  EXPECT_EQ(test::faults("repeat for_ever {\n").errors.at(0).message, "how often?");
}

TEST(LoopErrors, AFaultyLoopIsALoopAllTheSame) {
  EXPECT_EQ(test::faults("repeat 0 {\nalloc x 4\n}\n").errors.size(), 1U);
}

TEST(LoopErrors, Braces) {
  EXPECT_EQ(fault("}\n").message, "no repeated body is open");
  EXPECT_THAT(fault("event e\nrepeat 2 {\n").message, HasSubstr("of line 3 is not closed"));
  EXPECT_THAT(test::faults("repeat 2\n").errors.at(0).message, HasSubstr("not opened"));
  EXPECT_THAT(test::faults("repeat 2 { event e }\n").errors.at(0).message, HasSubstr("next line"));
  EXPECT_THAT(test::faults("repeat 2 {\n} event e\n").errors.at(0).message, HasSubstr("takes no `event`"));
}

TEST(LoopErrors, Threads) {
  EXPECT_THAT(test::faults("thread w\n@w repeat 2 {\n").errors.at(0).message, HasSubstr("no thread"));
}

TEST(LoopErrors, Depth) {
  std::string body;
  for (int i = 0; i < 64; ++i) body += "repeat 2 {\n";
  std::string ends;
  for (int i = 0; i < 64; ++i) ends += "}\n";
  EXPECT_EQ(parsed(body + ends).size(), 128U);
  EXPECT_THAT(fault("repeat 2 {\n" + body + ends + "}\n").message, HasSubstr("nested too deep"));
}

}  // namespace
}  // namespace fencepost
