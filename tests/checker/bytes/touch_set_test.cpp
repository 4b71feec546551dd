#include <fencepost/checker/bytes/touch_set.h>

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;

Touch at(std::uint32_t when) {
  Touch touch;
  touch.when = when;
  return touch;
}

std::vector<std::uint32_t> times(const TouchSet& set) {
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < set.size(); ++i) found.push_back(set[i].when);
  return found;
}

TouchSet of(std::uint32_t count) {
  TouchSet set;
  for (std::uint32_t i = 1; i <= count; ++i) set.add(at(i));
  return set;
}

TEST(TouchSet, KeepsTheOrderBeyondTheFirstTwo) { EXPECT_THAT(times(of(5)), ElementsAre(1, 2, 3, 4, 5)); }

TEST(TouchSet, FiltersAcrossTheBorder) {
  TouchSet set = of(6);
  set.filter([](const Touch& touch) { return touch.when % 2 == 0; });
  EXPECT_THAT(times(set), ElementsAre(2, 4, 6));
}

TEST(TouchSet, CanBeFilledAgain) {
  TouchSet set = of(4);
  set.clear();
  EXPECT_TRUE(set.empty());
  set.add(at(9));
  set.add(at(8));
  set.add(at(7));
  EXPECT_THAT(times(set), ElementsAre(9, 8, 7));
}

TEST(TouchSet, ComparesWhatItHoldsNow) {
  TouchSet once_longer = of(4);
  once_longer.filter([](const Touch& touch) { return touch.when <= 3; });
  EXPECT_EQ(once_longer, of(3));
  EXPECT_FALSE(once_longer == of(4));
  EXPECT_FALSE(once_longer == of(2));
}

TEST(TouchSet, CopiesAreIndependent) {
  TouchSet original = of(3);
  TouchSet copy = original;
  copy.add(at(4));
  EXPECT_THAT(times(original), ElementsAre(1, 2, 3));
}

TEST(Conflict, NeedsAWriteAndSomethingThatDoesNotCommute) {
  EXPECT_TRUE(conflict(AccessMode::read, AccessMode::write));
  EXPECT_TRUE(conflict(AccessMode::update, AccessMode::read));
  EXPECT_TRUE(conflict(AccessMode::atomic, AccessMode::read));
  EXPECT_TRUE(conflict(AccessMode::write, AccessMode::atomic));
  EXPECT_TRUE(conflict(AccessMode::write, AccessMode::write));
  EXPECT_FALSE(conflict(AccessMode::read, AccessMode::read));
  EXPECT_FALSE(conflict(AccessMode::atomic, AccessMode::atomic));
}

}  // namespace
}  // namespace fencepost::checker
