#include <fencepost/traces/line_cursor.h>
#include <fencepost/traces/text.h>

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

std::string in_quotes(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}
std::string size_text(std::uint64_t bytes) {
  std::string out;
  append_size(out, bytes);
  return out;
}
std::string time_text(std::chrono::nanoseconds time) {
  std::string out;
  append_time(out, time);
  return out;
}

TEST(Text, BareNames) {
  EXPECT_TRUE(is_bare_name("gemm_1.a$b-c"));
  EXPECT_TRUE(is_bare_name("_"));
  EXPECT_FALSE(is_bare_name(""));
  EXPECT_FALSE(is_bare_name("1st"));
  EXPECT_FALSE(is_bare_name("-a"));
  EXPECT_FALSE(is_bare_name("a b"));
  EXPECT_FALSE(is_bare_name("vector<float>"));
}

TEST(Text, QuotesEscapeWhatALineCannotHold) {
  EXPECT_EQ(in_quotes("a b"), R"("a b")");
  EXPECT_EQ(in_quotes(R"(say "hi" \)"), R"("say \"hi\" \\")");
  EXPECT_EQ(in_quotes("a\nb\tc"), R"("a\nb\tc")");
  EXPECT_EQ(in_quotes("\0\x7f\x1b"s), R"("\x00\x7f\x1b")");
}

TEST(Text, QuotesKeepUtf8AndEscapeWhatIsNot) {
  EXPECT_EQ(in_quotes("größe"), "\"größe\"");
  EXPECT_EQ(in_quotes("a\xff"), R"("a\xff")");
  EXPECT_EQ(in_quotes("\xc3"), R"("\xc3")");  // half a character
}

TEST(Text, SizesUseTheLargestUnitThatDivides) {
  EXPECT_EQ(size_text(0), "0");
  EXPECT_EQ(size_text(100), "100");
  EXPECT_EQ(size_text(1024), "1KiB");
  EXPECT_EQ(size_text(1025), "1025");
  EXPECT_EQ(size_text(3 * 1024 * 1024), "3MiB");
  EXPECT_EQ(size_text(std::uint64_t{5} << 30), "5GiB");
}

TEST(Text, TimesUseTheLargestUnitThatDivides) {
  EXPECT_EQ(time_text(40us), "40us");
  EXPECT_EQ(time_text(1500ns), "1500ns");
  EXPECT_EQ(time_text(2000ms), "2s");
  EXPECT_EQ(time_text(0ns), "0ns");
}

TEST(Text, FindsTheFirstByteThatIsNoText) {
  EXPECT_EQ(first_bad_byte("kernel a\tstream=größe # 漢字 🙂"),
            std::string_view("kernel a\tstream=größe # 漢字 🙂").size());
  EXPECT_EQ(first_bad_byte("ab\0cd"s), 2U);
  EXPECT_EQ(first_bad_byte("abcdefghij\x7f"), 10U);
  EXPECT_EQ(first_bad_byte("abcdefgh\rx"), 8U);
}

TEST(Text, FindsMalformedUtf8) {
  EXPECT_EQ(first_bad_byte("a\x80"), 1U);              // a continuation without a start
  EXPECT_EQ(first_bad_byte("a\xc0\xaf"), 1U);          // "/" in two bytes
  EXPECT_EQ(first_bad_byte("a\xe0\x80\xaf"), 1U);      // "/" in three
  EXPECT_EQ(first_bad_byte("a\xed\xa0\x80"), 1U);      // half of a surrogate pair
  EXPECT_EQ(first_bad_byte("a\xf4\x90\x80\x80"), 1U);  // beyond U+10FFFF
  EXPECT_EQ(first_bad_byte("abc\xe2\x82"), 3U);        // cut off
}

TEST(LineCursor, ReadsBareAndQuotedNames) {
  LineCursor cursor;
  cursor.start(R"(gemm.1="a \"b\"\x21")");
  std::string_view name;
  ASSERT_TRUE(cursor.read_name(name));
  EXPECT_EQ(name, "gemm.1");
  ASSERT_TRUE(cursor.take('='));
  ASSERT_TRUE(cursor.read_name(name));
  EXPECT_EQ(name, R"(a "b"!)");
  EXPECT_TRUE(cursor.at_end());
}

TEST(LineCursor, RefusesWhatIsNoName) {
  std::string_view name;
  for (const std::string_view line : {"", "1a", "\"\"", "\"open", "\"\\q\"", "\"\\x1\"", "\"a\\", "# a"}) {
    LineCursor cursor;
    cursor.start(line);
    EXPECT_FALSE(cursor.read_name(name)) << line;
    EXPECT_FALSE(cursor.fault().message.empty()) << line;
  }
}

TEST(LineCursor, BoundsTheLengthOfNames) {
  std::string_view name;
  const std::string longest(LineCursor::longest_name, 'a');
  LineCursor cursor;
  cursor.start(longest);
  EXPECT_TRUE(cursor.read_name(name));
  const std::string longer = longest + "a";
  cursor.start(longer);
  EXPECT_FALSE(cursor.read_name(name));
}

TEST(LineCursor, ReadsNumbersUpToTheLargest) {
  std::uint64_t value = 0;
  LineCursor cursor;
  cursor.start("18446744073709551615");
  ASSERT_TRUE(cursor.read_number(value));
  EXPECT_EQ(value, 18446744073709551615U);
  cursor.start("18446744073709551616");
  EXPECT_FALSE(cursor.read_number(value));
  cursor.start("99999999999999999999999");
  EXPECT_FALSE(cursor.read_number(value));
}

TEST(LineCursor, ReadsSizesInEveryUnit) {
  std::uint64_t bytes = 0;
  const auto read = [&bytes](std::string_view line) {
    LineCursor cursor;
    cursor.start(line);
    return cursor.read_size(bytes) && cursor.at_end();
  };
  ASSERT_TRUE(read("7"));
  EXPECT_EQ(bytes, 7U);
  ASSERT_TRUE(read("7B"));
  EXPECT_EQ(bytes, 7U);
  ASSERT_TRUE(read("3KiB"));
  EXPECT_EQ(bytes, 3072U);
  ASSERT_TRUE(read("2MiB"));
  EXPECT_EQ(bytes, 2097152U);
  ASSERT_TRUE(read("1GiB"));
  EXPECT_EQ(bytes, 1073741824U);
  EXPECT_FALSE(read("4MB"));
  EXPECT_FALSE(read("KiB"));
  EXPECT_FALSE(read("18446744073709551615KiB"));
}

TEST(LineCursor, ReadsTimesWithAUnitOnly) {
  std::chrono::nanoseconds time{};
  LineCursor cursor;
  cursor.start("40us");
  ASSERT_TRUE(cursor.read_time(time));
  EXPECT_EQ(time, 40us);
  cursor.start("40");
  EXPECT_FALSE(cursor.read_time(time));
  cursor.start("9223372037s");  // 2^63 ns is 9223372036.85… s
  EXPECT_FALSE(cursor.read_time(time));
}

TEST(LineCursor, ReadsAddressesOfAtMost64Bits) {
  std::uint64_t address = 0;
  LineCursor cursor;
  cursor.start("0x7f0000001000");
  ASSERT_TRUE(cursor.read_address(address));
  EXPECT_EQ(address, 0x7f0000001000U);
  cursor.start("0xffffffffffffffff");
  ASSERT_TRUE(cursor.read_address(address));
  EXPECT_EQ(address, 0xffffffffffffffffU);
  cursor.start("0x10000000000000000");
  EXPECT_FALSE(cursor.read_address(address));
  cursor.start("4096");
  EXPECT_FALSE(cursor.read_address(address));
}

}  // namespace
}  // namespace fencepost
