#include "traces/parsing.h"
#include <fencepost/traces/read_ahead.h>

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

TEST(ReadAhead, YieldsTheChunksOfTheReaderInOrder) {
  std::istringstream stream(test::long_trace(10 * 65536));
  ScheduleReader reader(stream, "long");
  ReadAhead ahead(reader);
  std::vector<std::size_t> sizes;
  std::uint32_t line = 1;
  for (auto chunk = ahead.next(); *chunk != nullptr; chunk = ahead.next()) {
    sizes.push_back((*chunk)->size());
    for (std::size_t i = 0; i < (*chunk)->size(); ++i) ASSERT_EQ((**chunk)[i].line, ++line);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{65536, 65536, 65536, 65536, 65536, 65536, 65536, 65536, 65536, 65536, 2}));
  EXPECT_EQ(ahead.next().value(), nullptr);
}

TEST(ReadAhead, HandsOverTheChunksBeforeAFault) {
  std::istringstream stream(test::long_trace(65536) + "nonsense\n");
  ScheduleReader reader(stream, "long");
  ReadAhead ahead(reader);
  EXPECT_EQ(ahead.next().value()->size(), 65536U);
  EXPECT_FALSE(ahead.next().has_value());
  EXPECT_FALSE(ahead.next().has_value());
}

TEST(ReadAhead, MayBeAbandoned) {
  std::istringstream stream(test::long_trace(10 * 65536));
  ScheduleReader reader(stream, "long");
  ReadAhead ahead(reader);
  EXPECT_TRUE(ahead.next().has_value());
}

TEST(ReadAhead, LeavesTheNamesAndExpectationsInTheReader) {
  std::istringstream stream(test::long_trace(1) + "expect clean\n");
  ScheduleReader reader(stream, "long");
  {
    ReadAhead ahead(reader);
    EXPECT_TRUE(ahead.next().value()->expectations().empty());
    EXPECT_EQ(ahead.next().value(), nullptr);
  }
  EXPECT_EQ(reader.names().find<StreamTag>("s"), StreamId{0});
  EXPECT_EQ(reader.expectations().size(), 1U);
}

}  // namespace
}  // namespace fencepost
