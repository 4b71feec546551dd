#include <fencepost/checker/clocks/clock_rows.h>

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;

std::vector<Tick> entries(const ClockRows& rows, Row row) { return {rows[row], rows[row] + rows.width()}; }

Row row_of(ClockRows& rows, const std::vector<Tick>& ticks) {
  const Row row = rows.add_row();
  for (Column column = 0; column < ticks.size(); ++column) rows.raise(row, column, ticks[column]);
  return row;
}

ClockRows of_width(int columns) {
  ClockRows rows;
  for (int i = 0; i < columns; ++i) rows.add_column();
  return rows;
}

TEST(ClockRows, JoinTakesTheLargerAndSaysSo) {
  ClockRows rows = of_width(3);
  const Row a = row_of(rows, {1, 5, 0});
  const Row b = row_of(rows, {2, 3, 0});
  EXPECT_TRUE(rows.join(a, b));
  EXPECT_THAT(entries(rows, a), ElementsAre(2, 5, 0));
  EXPECT_THAT(entries(rows, b), ElementsAre(2, 3, 0));
}

TEST(ClockRows, JoiningWhatIsKnownChangesNothing) {
  ClockRows rows = of_width(2);
  const Row a = row_of(rows, {4, 5});
  const Row b = row_of(rows, {4, 3});
  EXPECT_FALSE(rows.join(a, b));
  EXPECT_THAT(entries(rows, a), ElementsAre(4, 5));
}

TEST(ClockRows, MeetTakesTheSmaller) {
  ClockRows rows = of_width(3);
  const Row a = row_of(rows, {1, 5, 7});
  const Row b = row_of(rows, {2, 3, 7});
  rows.meet(a, b);
  EXPECT_THAT(entries(rows, a), ElementsAre(1, 3, 7));
}

TEST(ClockRows, RaisingNeverLowers) {
  ClockRows rows = of_width(1);
  const Row row = row_of(rows, {4});
  rows.raise(row, 0, 3);
  EXPECT_THAT(entries(rows, row), ElementsAre(4));
}

TEST(ClockRows, GrowingWiderKeepsEveryRow) {
  ClockRows rows = of_width(7);
  const Row a = row_of(rows, {1, 2, 3, 4, 5, 6, 7});
  const Row b = row_of(rows, {7, 6, 5, 4, 3, 2, 1});
  for (int i = 0; i < 20; ++i) rows.add_column();
  EXPECT_EQ(rows.width(), 27U);
  EXPECT_EQ(rows[a][6], 7U);
  EXPECT_EQ(rows[b][0], 7U);
  EXPECT_EQ(rows[a][26], 0U);
}

TEST(ClockRows, AssignCopiesAndEqualCompares) {
  ClockRows rows = of_width(2);
  const Row a = row_of(rows, {1, 2});
  const Row b = row_of(rows, {3, 1});
  EXPECT_FALSE(rows.equal(a, b));
  rows.assign(b, a);
  EXPECT_TRUE(rows.equal(a, b));
  rows.raise(a, 0, 9);
  EXPECT_THAT(entries(rows, b), ElementsAre(1, 2));
}

}  // namespace
}  // namespace fencepost::checker
