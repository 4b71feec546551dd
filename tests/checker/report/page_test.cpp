#include <fencepost/checker/report/page.h>
#include <fencepost/checker/report/wording.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

TEST(Wrap, BreaksAtBlanksAndIndents) {
  EXPECT_EQ(wrap("one two three", 2, 9), "  one two\n  three\n");
  EXPECT_EQ(wrap("one two three", 2, 8), "  one\n  two\n  three\n");
}

TEST(Wrap, KeepsALongWordWhole) { EXPECT_EQ(wrap("a extraordinarily b", 0, 5), "a\nextraordinarily\nb\n"); }

TEST(Wrap, NothingIsNoLine) { EXPECT_EQ(wrap("", 4), ""); }

TEST(Wrap, CountsCharactersNotBytes) { EXPECT_EQ(wrap("äöü äöü", 0, 7), "äöü äöü\n"); }

TEST(Shorten, CutsOnlyWhatIsTooLong) {
  EXPECT_EQ(shorten("exchange", 8), "exchange");
  EXPECT_EQ(shorten("exchange", 7), "exchan…");
  EXPECT_EQ(shorten("äöüß", 3), "äö…");
}

TEST(SourceLines, GivesStatementsWithoutCommentsAndIndentation) {
  const SourceLines lines("fencepost 1\n  kernel \"a # b\" stream=s  # why\n# only a comment\n");
  EXPECT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines.statement(2), "kernel \"a # b\" stream=s");
  EXPECT_EQ(lines.line(2), "  kernel \"a # b\" stream=s  # why");
  EXPECT_EQ(lines.statement(3), "");
  EXPECT_EQ(lines.statement(0), "");
  EXPECT_EQ(lines.statement(4), "");
}

TEST(Sizes, UseTheLargestUnitThatDivides) {
  EXPECT_EQ(size_in_words(0), "0 B");
  EXPECT_EQ(size_in_words(512), "512 B");
  EXPECT_EQ(size_in_words(4096), "4 KiB");
  EXPECT_EQ(size_in_words(4097), "4097 B");
  EXPECT_EQ(size_in_words(std::uint64_t{3} << 20U), "3 MiB");
}

TEST(Numbers, AreGroupedAndCounted) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "access"), "1 access");
  EXPECT_EQ(counted(2, "access"), "2 accesses");
  EXPECT_EQ(counted(0, "wait"), "0 waits");
}

}  // namespace
}  // namespace fencepost::checker
