#include "traces/parsing.h"
#include <fencepost/traces/line_source.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/reader.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> lines_of(LineSource& source) {
  std::vector<std::string> lines;
  while (source.next()) lines.emplace_back(source.too_long() ? "<too long>" : source.line());
  return lines;
}

/// A stream that breaks after some bytes, as a disk or a pipe may.
class BreakingBuffer final : public std::streambuf {
 public:
  explicit BreakingBuffer(std::string text) : text_(std::move(text)) {
    setg(text_.data(), text_.data(), text_.data() + text_.size());
  }

 protected:
  int_type underflow() override { throw std::ios_base::failure("broken"); }

 private:
  std::string text_;
};

TEST(LineSource, SplitsTextAtEitherLineEnd) {
  LineSource source(std::string_view("a\r\nb\n\nc"));
  EXPECT_THAT(lines_of(source), ElementsAre("a", "b", "", "c"));
}

TEST(LineSource, AnEndedLastLineIsNotFollowedByAnother) {
  LineSource source(std::string_view("a\n"));
  EXPECT_THAT(lines_of(source), ElementsAre("a"));
}

TEST(LineSource, StreamsAndTextGiveTheSameLines) {
  std::string text = "\xef\xbb\xbfshort\n";
  text += std::string(LineSource::longest_line, 'a') + "\n";      // just fits
  text += std::string(LineSource::longest_line + 1, 'b') + "\n";  // does not
  text += std::string(5 * LineSource::longest_line, 'c') + "\nlast";
  std::istringstream stream(text);
  LineSource from_stream(stream);
  LineSource from_text{std::string_view(text)};
  const auto lines = lines_of(from_text);
  EXPECT_THAT(lines,
              ElementsAre("short", std::string(LineSource::longest_line, 'a'), "<too long>", "<too long>", "last"));
  EXPECT_EQ(lines_of(from_stream), lines);
  EXPECT_FALSE(from_stream.failed());
}

TEST(LineSource, AnOverlongLastLineIsReported) {
  std::istringstream stream(std::string(3 * LineSource::longest_line, 'a'));
  LineSource source(stream);
  EXPECT_THAT(lines_of(source), ElementsAre("<too long>"));
}

TEST(LineSource, SaysWhenTheStreamBreaks) {
  BreakingBuffer buffer("a\nb\n");
  std::istream stream(&buffer);
  LineSource source(stream);
  lines_of(source);
  EXPECT_TRUE(source.failed());
}

TEST(ScheduleReader, YieldsChunksOfAtMost64Ki) {
  std::istringstream stream(test::long_trace(2 * 65536));
  ScheduleReader reader(stream, "long");
  std::vector<std::size_t> sizes;
  std::uint32_t line = 1;
  for (auto chunk = reader.next(); chunk && *chunk != nullptr; chunk = reader.next()) {
    sizes.push_back((*chunk)->size());
    for (std::size_t i = 0; i < (*chunk)->size(); ++i) ASSERT_EQ((**chunk)[i].line, ++line);
  }
  EXPECT_THAT(sizes, ElementsAre(65536U, 65536U, 2U));
}

TEST(ScheduleReader, StaysAtItsEnd) {
  std::istringstream stream(test::trace("event e\n"));
  ScheduleReader reader(stream, "short");
  EXPECT_NE(reader.next().value(), nullptr);
  EXPECT_EQ(reader.next().value(), nullptr);
  EXPECT_EQ(reader.next().value(), nullptr);
}

TEST(ScheduleReader, ExpectationsCountOperationsOfTheWholeTrace) {
  std::istringstream stream(test::long_trace(65536) + "kernel k stream=s\nexpect hazard leak first=k second=4\n");
  ScheduleReader reader(stream, "long");
  while (reader.next().value() != nullptr) {
  }
  ASSERT_EQ(reader.expectations().size(), 1U);
  EXPECT_EQ(reader.expectations()[0].first, 65538U);
  EXPECT_EQ(reader.expectations()[0].second, 2U);
}

TEST(ScheduleReader, FindsFaultsInLaterChunks) {
  std::istringstream stream(test::long_trace(65536) + "nonsense\nrecord f stream=s\n");
  ScheduleReader reader(stream, "long");
  EXPECT_TRUE(reader.next().has_value());
  const auto faulty = reader.next();
  ASSERT_FALSE(faulty.has_value());
  EXPECT_EQ(faulty.error().errors.size(), 2U);
  EXPECT_EQ(faulty.error().errors[0].line, 65540U);
  EXPECT_FALSE(reader.next().has_value());
}

TEST(ScheduleReader, SaysWhenTheStreamBreaks) {
  BreakingBuffer buffer(test::trace("event e\n"));
  std::istream stream(&buffer);
  ScheduleReader reader(stream, "broken");
  const auto result = reader.next();
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(render(result.error()), HasSubstr("reading failed before the end"));
}

class Files : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(const std::string& text) {
    const auto path = folder_ / "file.trace";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(Files, AreReadLikeText) {
  const std::string text = test::trace("stream s\nevent e\nrecord e stream=s\nexpect clean\n");
  const auto path = write(text);
  EXPECT_EQ(read_schedule(path).value(), parse(text).value());
  auto reader = ScheduleReader::open(path);
  ASSERT_TRUE(reader.has_value());
  EXPECT_EQ(reader->next().value()->size(), 3U);
}

TEST_F(Files, FaultsNameTheFile) {
  const auto path = write(test::trace("nonsense\n"));
  EXPECT_EQ(read_schedule(path).error().errors.at(0).file, path.string());
}

TEST_F(Files, ThatAreNotThereOrAreFolders) {
  EXPECT_THAT(render(read_schedule(folder_ / "missing").error()), HasSubstr("no such file"));
  EXPECT_THAT(render(read_schedule(folder_).error()), HasSubstr("this is a directory"));
  EXPECT_FALSE(ScheduleReader::open(folder_ / "missing").has_value());
  EXPECT_FALSE(ScheduleReader::open(folder_).has_value());
}

TEST_F(Files, CutOffInTheMiddle) {
  const auto path = write("fencepost 1\nstream s\nkernel k stre");
  EXPECT_EQ(read_schedule(path).error().errors.at(0).line, 3U);
}

}  // namespace
}  // namespace fencepost
