#include "traces/parsing.h"
#include <fencepost/traces/diagnostic.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using testing::HasSubstr;

TEST(Diagnostic, IsRenderedWithItsLineACaretAndAHint) {
  const Diagnostics found = test::faults("stream main\n  kernel gemm stream=mian time=4us\n");
  EXPECT_EQ(render(found),
            "test.trace:3:22: error: no stream is called `mian`\n"
            "    kernel gemm stream=mian time=4us\n"
            "                       ^\n"
            "  hint: did you mean `main`?\n");
}

TEST(Diagnostic, TheCaretFollowsTabsAndWideCharacters) {
  const Diagnostic found = diagnose("f", 1, "\tö x", {4, "here", {}, {}});
  EXPECT_EQ(found.column, 4U);
  EXPECT_EQ(render(found), "f:1:4: error: here\n  \tö x\n  \t  ^\n");
}

TEST(Diagnostic, SaysWhatWasExpected) {
  const Diagnostic found = diagnose("f", 1, "x", {0, "wrong", "a letter", {}});
  EXPECT_THAT(render(found), HasSubstr("  expected: a letter\n"));
}

TEST(Diagnostic, LongLinesAreCutAroundThePlace) {
  std::string line(10001, 'a');
  line[5000] = 'X';
  const Diagnostic found = diagnose("f", 7, line, {5000, "here", {}, {}});
  EXPECT_EQ(found.column, 5001U);
  EXPECT_LT(found.source_line.size(), 300U);
  EXPECT_EQ(found.source_line.at(found.caret), 'X');
}

TEST(Diagnostic, LongLinesAreNotCutInsideACharacter) {
  std::string line = "a";  // so that the cut, 100 bytes from the place, falls into an `ö`
  for (int i = 0; i < 200; ++i) line += "ö";
  const Diagnostic found = diagnose("f", 1, line, {202, "here", {}, {}});
  EXPECT_TRUE(found.source_line.starts_with("ö") || found.source_line.starts_with("a"));
}

TEST(Diagnostic, ControlCharactersAreNotPrinted) {
  EXPECT_EQ(diagnose("f", 1, "a\x1b[31mb", {0, "x", {}, {}}).source_line, "a?[31mb");
}

TEST(Diagnostic, NamesInMessagesAreMadePrintableAndShort) {
  EXPECT_EQ(diagnose("f", 1, "x", {0, "no `\x1b\xff` here", {}, {}}).message, "no `??` here");
  const Diagnostic found = diagnose("f", 1, "x", {0, std::string(4000, 'n'), {}, {}});
  EXPECT_EQ(found.message, std::string(300, 'n').append("…"));
}

TEST(Diagnostic, APlaceBehindTheLineIsItsEnd) {
  const Diagnostic found = diagnose("f", 1, "abc", {99, "here", {}, {}});
  EXPECT_EQ(found.column, 4U);
  EXPECT_EQ(found.caret, 3U);
}

TEST(Diagnostic, AFaultOfTheWholeFileHasNoLine) {
  Diagnostic found;
  found.file = "f";
  found.message = "this is a directory";
  EXPECT_EQ(render(found), "f: error: this is a directory\n");
}

TEST(Diagnostics, SaysWhenThereIsMore) {
  Diagnostics all;
  all.errors.push_back(diagnose("f", 1, "x", {0, "wrong", {}, {}}));
  EXPECT_THAT(render(all), testing::Not(HasSubstr("further errors not shown")));
  all.truncated = true;
  EXPECT_THAT(render(all), HasSubstr("further errors not shown\n"));
}

}  // namespace
}  // namespace fencepost
