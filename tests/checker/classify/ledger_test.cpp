#include <fencepost/checker/classify/ledger.h>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

Hazard pair(std::uint32_t first, std::uint32_t second, model::ExecutionId run = 1) {
  Hazard hazard;
  hazard.slug = Slug::read_before_write;
  hazard.first.line = first;
  hazard.second.line = second;
  hazard.first.execution = run;
  hazard.second.execution = run + 1;
  hazard.first.generation = hazard.second.generation = model::GenerationId{0};
  hazard.first_buffer = hazard.second_buffer = BufferId{0};
  hazard.lo = hazard.second_lo = 0;
  hazard.hi = hazard.second_hi = 8;
  return hazard;
}

TEST(Ledger, CountsTheSameMistakeInAnotherRun) {
  HazardLedger ledger;
  ledger.add(pair(1, 2, 1));
  ledger.add(pair(1, 2, 3));
  ledger.add(pair(1, 2, 5));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].occurrences, 3U);
  EXPECT_TRUE(all[0].also.empty());
}

TEST(Ledger, JoinsAdjacentBytesOfOneRun) {
  HazardLedger ledger;
  ledger.add(pair(1, 2));
  Hazard more = pair(1, 2);
  more.lo = more.second_lo = 8;
  more.hi = more.second_hi = 12;
  ledger.add(more);
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].occurrences, 1U);
  EXPECT_EQ(all[0].hi, 12U);
  EXPECT_EQ(all[0].second_hi, 12U);
}

TEST(Ledger, ListsDistantBytesOfOneRun) {
  HazardLedger ledger;
  ledger.add(pair(1, 2));
  Hazard more = pair(1, 2);
  more.lo = 100;
  more.hi = 108;
  ledger.add(more);
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].occurrences, 1U);
  ASSERT_EQ(all[0].also.size(), 1U);
  EXPECT_EQ(all[0].also[0].lo, 100U);
}

TEST(Ledger, ListsAnotherPairThatSharesAnEnd) {
  HazardLedger ledger;
  ledger.add(pair(1, 3));
  ledger.add(pair(2, 3));
  ledger.add(pair(1, 4));
  ledger.add(pair(2, 3, 7));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].occurrences, 1U);
  ASSERT_EQ(all[0].also.size(), 2U);
  EXPECT_EQ(all[0].also[0].first.line, 2U);
  EXPECT_EQ(all[0].also[1].second.line, 4U);
}

TEST(Ledger, KeepsPairsThatShareNothingApart) {
  HazardLedger ledger;
  ledger.add(pair(1, 2));
  ledger.add(pair(3, 4));
  EXPECT_EQ(ledger.take().size(), 2U);
}

TEST(Ledger, KeepsOtherSlugsAndOtherTensorsApart) {
  HazardLedger ledger;
  ledger.add(pair(1, 2));
  Hazard other_slug = pair(1, 2);
  other_slug.slug = Slug::unordered_writes;
  ledger.add(other_slug);
  Hazard other_tensor = pair(1, 2);
  other_tensor.first.generation = other_tensor.second.generation = model::GenerationId{1};
  other_tensor.first_buffer = other_tensor.second_buffer = BufferId{1};
  ledger.add(other_tensor);
  EXPECT_EQ(ledger.take().size(), 3U);
}

TEST(Ledger, CountsTheNextIterationsTensorOfTheSameName) {
  HazardLedger ledger;
  ledger.add(pair(1, 2, 1));
  Hazard next = pair(1, 2, 3);
  next.first.generation = next.second.generation = model::GenerationId{1};
  ledger.add(next);
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].occurrences, 2U);
}

TEST(Ledger, ListingUnderAHazardLendsItBytesOnce) {
  HazardLedger ledger;
  Hazard fence;
  fence.slug = Slug::stale_external_record;
  fence.first.line = 10;
  fence.second.line = 11;
  const auto index = ledger.add(fence);
  ledger.list_under(index, pair(1, 2));
  Hazard more = pair(3, 4);
  more.lo = 50;
  more.hi = 60;
  ledger.list_under(index, more);
  ledger.list_under(index, pair(1, 2, 9));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].hi, 8U);
  EXPECT_EQ(all[0].second_buffer, BufferId{0});
  EXPECT_EQ(all[0].also.size(), 2U);
}

TEST(Ledger, GivesHazardsInTheOrderOfTheirSecondSite) {
  HazardLedger ledger;
  ledger.add(pair(5, 9));
  ledger.add(pair(6, 7));
  ledger.add(pair(4, 8));
  const auto all = ledger.take();
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].second.line, 7U);
  EXPECT_EQ(all[1].second.line, 8U);
  EXPECT_EQ(all[2].second.line, 9U);
}

}  // namespace
}  // namespace fencepost::checker
