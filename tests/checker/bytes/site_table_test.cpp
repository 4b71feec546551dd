#include <fencepost/checker/bytes/site_table.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

model::Submission on_line(std::uint32_t line, std::uint32_t stream = 0) {
  model::Submission submission;
  submission.line = line;
  submission.stream = StreamId{stream};
  return submission;
}

TEST(SiteTable, KeepsALineOnceHoweverOftenItRuns) {
  SiteTable sites;
  const auto first = sites.intern(on_line(7, 3));
  const auto other = sites.intern(on_line(8));
  EXPECT_EQ(sites.intern(on_line(7, 3)), first);
  EXPECT_NE(first, other);
  EXPECT_EQ(sites[first].line, 7U);
  EXPECT_EQ(sites[first].stream, StreamId{3});
}

TEST(SiteTable, KeepsSubmissionsWithoutALineApart) {
  SiteTable sites;
  const auto first = sites.intern(on_line(0, 1));
  const auto second = sites.intern(on_line(0, 2));
  EXPECT_NE(first, second);
  EXPECT_EQ(sites[first].stream, StreamId{1});
  EXPECT_EQ(sites[second].stream, StreamId{2});
}

}  // namespace
}  // namespace fencepost::checker
