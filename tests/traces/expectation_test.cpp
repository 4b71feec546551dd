#include "traces/parsing.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using test::fault;
using test::parsed;
using testing::HasSubstr;

constexpr std::string_view work =
    "stream s\n"                // line 2
    "buffer x 16\n"             // line 3
    "kernel a stream=s\n"       // line 4
    "# nothing\n"               // line 5
    "kernel b stream=s\n"       // line 6
    "kernel b stream=s\n"       // line 7
    "kernel \"12\" stream=s\n"  // line 8
    "graph g\n";                // line 9

std::string with(std::string_view expectation) { return std::string(work).append(expectation); }

TEST(Expectation, Clean) {
  const Schedule schedule = parsed(with("expect clean\n"));
  ASSERT_EQ(schedule.expectations().size(), 1U);
  EXPECT_EQ(schedule.expectations()[0].kind, Expectation::Kind::clean);
  EXPECT_EQ(schedule.expectations()[0].line, 10U);
  EXPECT_EQ(schedule.size(), 7U);  // an expectation is no operation
}

TEST(Expectation, HazardByNameLineAndBytes) {
  const Schedule schedule = parsed(with("expect hazard use-after-free first=a second=7 bytes=4:1KiB # why\n"));
  const Expectation& expectation = schedule.expectations().at(0);
  EXPECT_EQ(expectation.kind, Expectation::Kind::hazard);
  EXPECT_EQ(expectation.slug, "use-after-free");
  EXPECT_EQ(expectation.first, 2U);   // line 4 is the third operation
  EXPECT_EQ(expectation.second, 4U);  // line 7 is the fifth
  EXPECT_EQ(expectation.lo, 4U);
  EXPECT_EQ(expectation.hi, 1024U);
}

TEST(Expectation, MayStandBeforeWhatItNames) {
  const Schedule schedule = parsed(std::string("expect hazard leak second=a\n").append(work));
  EXPECT_EQ(schedule.expectations().at(0).second, 2U);
}

TEST(Expectation, QuotedDigitsAreAName) {
  EXPECT_EQ(parsed(with("expect note void-wait first=\"12\"\n")).expectations().at(0).first, 5U);
}

TEST(Expectation, NotesGoWithEverything) {
  EXPECT_EQ(parsed(with("expect clean\nexpect note redundant-wait\nexpect clean\n")).expectations().size(), 3U);
  EXPECT_EQ(parsed(with("expect wrong_value\nexpect hazard leak\n")).expectations().size(), 2U);
}

TEST(Expectation, AnEdgeDoesNotMakeItsNodeAmbiguous) {
  const Schedule schedule =
      parsed(with("node n graph=g\nnode m graph=g\nedge n m graph=g\nexpect hazard unordered-writes first=n\n"));
  EXPECT_EQ(schedule.expectations().at(0).first, 7U);
}

TEST(ExpectationErrors, OfWhat) {
  EXPECT_EQ(fault(with("expect\n")).message, "expect what?");
  EXPECT_EQ(fault(with("expect hazzard leak\n")).suggestion, "did you mean `hazard`?");
  EXPECT_THAT(fault(with("expect hazard\n")).message, HasSubstr("missing"));
  EXPECT_THAT(fault(with("expect hazard Leak\n")).message, HasSubstr("missing"));
  EXPECT_THAT(fault(with("expected clean\n")).suggestion, HasSubstr("`expect`"));
}

TEST(ExpectationErrors, Options) {
  EXPECT_THAT(fault(with("expect clean first=a\n")).message, HasSubstr("unexpected `first=a`"));
  EXPECT_THAT(fault(with("expect note leak second=a\n")).message, HasSubstr("unexpected `second=a`"));
  EXPECT_THAT(fault(with("expect hazard leak first=a first=a\n")).message, HasSubstr("given twice"));
  EXPECT_THAT(fault(with("expect hazard leak bytes=0:4 bytes=0:4\n")).message, HasSubstr("given twice"));
  EXPECT_THAT(fault(with("expect hazard leak bytes=4:4\n")).message, HasSubstr("empty"));
  EXPECT_THAT(fault(with("expect hazard leak bytes=4\n")).message, HasSubstr("no end"));
  EXPECT_THAT(fault(with("expect hazard leak first=a,b\n")).message, HasSubstr("unexpected"));
}

TEST(ExpectationErrors, NameNoWork) {
  const Diagnostic found = fault(with("expect hazard leak first=c\n"));
  EXPECT_EQ(found.line, 10U);
  EXPECT_EQ(found.column, 26U);
  EXPECT_EQ(found.message, "no work is called `c`");
  EXPECT_EQ(found.source_line, "expect hazard leak first=c");
}

TEST(ExpectationErrors, NameSeveral) {
  const Diagnostic found = fault(with("expect hazard leak second=b\n"));
  EXPECT_EQ(found.message, "2 operations are called `b`");
  EXPECT_THAT(found.suggestion, HasSubstr("line number"));
}

TEST(ExpectationErrors, LinesWithoutAnOperation) {
  EXPECT_EQ(fault(with("expect hazard leak first=5\n")).message, "no operation stands on line 5");
  EXPECT_EQ(fault(with("expect hazard leak first=1\n")).message, "no operation stands on line 1");
  EXPECT_EQ(fault(with("expect hazard leak first=0\n")).message, "no operation stands on line 0");
  EXPECT_EQ(fault(with("expect hazard leak first=10\n")).message, "no operation stands on line 10");
  EXPECT_THAT(fault(with("expect hazard leak first=4294967300\n")).message, HasSubstr("no operation"));
}

TEST(ExpectationErrors, Contradictions) {
  EXPECT_EQ(fault(with("expect clean\nexpect hazard leak\n")).message,
            "this contradicts line 10: a schedule is clean or has hazards");
  EXPECT_THAT(fault(with("expect hazard leak\nexpect clean\n")).message, HasSubstr("contradicts"));
  EXPECT_THAT(fault(with("expect clean\nexpect wrong_value\n")).message, HasSubstr("contradicts"));
}

TEST(ExpectationErrors, AreNotAddedToOtherFaults) {
  EXPECT_EQ(test::faults(with("kernle c stream=s\nexpect hazard leak first=c\n")).errors.size(), 1U);
}

}  // namespace
}  // namespace fencepost
