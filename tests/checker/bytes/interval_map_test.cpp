#include <fencepost/checker/bytes/interval_map.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Piece = std::tuple<std::uint64_t, std::uint64_t, int>;

std::vector<Piece> pieces(const IntervalMap<int>& map, std::uint64_t lo, std::uint64_t hi) {
  std::vector<Piece> found;
  map.look(lo, hi, [&](std::uint64_t from, std::uint64_t to, int value) {
    if (value != 0) found.emplace_back(from, to, value);
  });
  return found;
}

void set(IntervalMap<int>& map, std::uint64_t lo, std::uint64_t hi, int value) {
  map.visit(lo, hi, [&](std::uint64_t, std::uint64_t, int& each) { each = value; });
}

TEST(IntervalMap, IsOneIntervalAtFirst) {
  const IntervalMap<int> map;
  EXPECT_EQ(map.size(), 1U);
  EXPECT_THAT(pieces(map, 0, 100), IsEmpty());
}

TEST(IntervalMap, CutsAtTheEndsOfAVisit) {
  IntervalMap<int> map;
  set(map, 4, 8, 1);
  EXPECT_EQ(map.size(), 3U);
  EXPECT_THAT(pieces(map, 0, 100), ElementsAre(Piece(4, 8, 1)));
}

TEST(IntervalMap, AnEmptyVisitCutsNothing) {
  IntervalMap<int> map;
  set(map, 4, 4, 1);
  EXPECT_EQ(map.size(), 1U);
}

TEST(IntervalMap, CutsAnIntervalInItsMiddle) {
  IntervalMap<int> map;
  set(map, 0, 12, 1);
  set(map, 4, 8, 2);
  EXPECT_THAT(pieces(map, 0, 100), ElementsAre(Piece(0, 4, 1), Piece(4, 8, 2), Piece(8, 12, 1)));
}

TEST(IntervalMap, VisitsEachPieceOfARangeOnce) {
  IntervalMap<int> map;
  set(map, 0, 4, 1);
  set(map, 8, 12, 2);
  std::vector<Piece> visited;
  map.visit(2, 10, [&](std::uint64_t lo, std::uint64_t hi, int& value) { visited.emplace_back(lo, hi, value); });
  EXPECT_THAT(visited, ElementsAre(Piece(2, 4, 1), Piece(4, 8, 0), Piece(8, 10, 2)));
}

TEST(IntervalMap, FindsItsPlaceAgainAfterAnyOtherVisit) {
  IntervalMap<int> map;
  set(map, 100, 200, 1);
  set(map, 0, 10, 2);
  set(map, 300, 400, 3);
  set(map, 150, 350, 4);
  set(map, 5, 7, 5);
  EXPECT_THAT(pieces(map, 0, 1000),
              ElementsAre(Piece(0, 5, 2), Piece(5, 7, 5), Piece(7, 10, 2), Piece(100, 150, 1), Piece(150, 200, 4),
                          Piece(200, 300, 4), Piece(300, 350, 4), Piece(350, 400, 3)));
}

TEST(IntervalMap, LookingCutsNothing) {
  IntervalMap<int> map;
  set(map, 0, 8, 1);
  EXPECT_THAT(pieces(map, 2, 4), ElementsAre(Piece(0, 8, 1)));
  EXPECT_EQ(map.size(), 2U);
}

TEST(IntervalMap, LookingBeyondFindsNothing) {
  IntervalMap<int> map;
  set(map, 0, 8, 1);
  EXPECT_THAT(pieces(map, 8, 100), IsEmpty());
}

TEST(IntervalMap, CoalescesEqualNeighbours) {
  IntervalMap<int> map;
  set(map, 0, 4, 1);
  set(map, 4, 8, 1);
  set(map, 8, 12, 1);
  map.coalesce(0, 12);
  EXPECT_THAT(pieces(map, 0, 100), ElementsAre(Piece(0, 12, 1)));
}

TEST(IntervalMap, KeepsDifferentNeighboursApart) {
  IntervalMap<int> map;
  set(map, 0, 4, 1);
  set(map, 4, 8, 2);
  set(map, 8, 12, 2);
  map.coalesce(0, 12);
  EXPECT_THAT(pieces(map, 0, 100), ElementsAre(Piece(0, 4, 1), Piece(4, 12, 2)));
}

TEST(IntervalMap, CoalescesOnlyInTheRange) {
  IntervalMap<int> map;
  set(map, 0, 4, 1);
  set(map, 4, 8, 1);
  set(map, 8, 12, 1);
  map.coalesce(0, 8);
  EXPECT_THAT(pieces(map, 0, 100), ElementsAre(Piece(0, 8, 1), Piece(8, 12, 1)));
}

}  // namespace
}  // namespace fencepost::checker
