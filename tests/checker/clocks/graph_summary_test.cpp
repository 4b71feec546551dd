#include "../script.h"
#include <fencepost/checker/clocks/graph_summary.h>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::atomic;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::late;
using testing::Plan;
using testing::read;
using testing::write;
using Pair = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, std::uint64_t>;

std::vector<Pair> pairs(std::span<const InnerPair> found) {
  std::vector<Pair> plain;
  for (const InnerPair& pair : found) plain.emplace_back(pair.first.site, pair.second.site, pair.lo, pair.hi);
  return plain;
}

/// The nodes of the border of the only region, interval by interval.
std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> border(const GraphSummary& graph) {
  std::vector<std::pair<std::uint64_t, std::vector<std::uint32_t>>> found;
  for (const BorderRegion& region : graph.regions()) {
    for (const BorderInterval& interval : graph.intervals(region)) {
      found.emplace_back(interval.lo, std::vector<std::uint32_t>{});
      for (const BorderAccess& access : graph.accesses(interval)) found.back().second.push_back(access.touch.site);
    }
  }
  return found;
}

const BorderInterval& first_interval(const GraphSummary& graph) {
  return graph.intervals(graph.regions().front()).front();
}

TEST(GraphSummary, FindsUnorderedNodes) {
  Plan plan;
  const auto fork = plan.work({});
  const auto writer = plan.work({fork}, {write()});
  const auto reader = plan.work({fork}, {read()});
  const GraphSummary graph(plan.get());
  EXPECT_THAT(pairs(graph.unordered_pairs()), ElementsAre(Pair(writer, reader, 0, 8)));
}

TEST(GraphSummary, FindsNothingAlongAPath) {
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto middle = plan.work({writer});
  plan.work({middle}, {read()});
  EXPECT_THAT(pairs(GraphSummary(plan.get()).unordered_pairs()), IsEmpty());
}

TEST(GraphSummary, GivesOnePairForBytesThatWereCutMeanwhile) {
  Plan plan;
  const auto first = plan.work({}, {write(0, 8)});
  plan.work({first}, {read(2, 4)});
  const auto other = plan.work({}, {write(0, 8)});
  const GraphSummary graph(plan.get());
  EXPECT_THAT(pairs(graph.unordered_pairs()), ElementsAre(Pair(first, other, 0, 8), Pair(1, other, 2, 4)));
}

TEST(GraphSummary, TheBorderEndsWithTheFirstPlainWrite) {
  Plan plan;
  const auto reader = plan.work({}, {read()});
  const auto update = plan.work({reader}, {atomic()});
  const auto writer = plan.work({update}, {write()});
  plan.work({writer}, {read()});
  const GraphSummary graph(plan.get());
  EXPECT_THAT(border(graph), ElementsAre(std::pair(std::uint64_t{0}, std::vector{reader, update, writer})));
  EXPECT_TRUE(first_interval(graph).overwritten);
  EXPECT_EQ(first_interval(graph).last_write.site, writer);
}

TEST(GraphSummary, BytesThatAreOnlyReadAreNotOverwritten) {
  Plan plan;
  const auto first = plan.work({}, {read()});
  const auto second = plan.work({first}, {read()});
  const GraphSummary graph(plan.get());
  EXPECT_FALSE(first_interval(graph).overwritten);
  // The second read is ordered after the first and stands for both.
  ASSERT_EQ(graph.since(first_interval(graph)).size(), 1U);
  EXPECT_EQ(graph.since(first_interval(graph)).front().site, second);
}

TEST(GraphSummary, BytesThatAreTreatedDifferentlyAreApart) {
  Plan plan;
  const auto writer = plan.work({}, {write(0, 4)});
  const auto reader = plan.work({writer}, {read(0, 8)});
  EXPECT_THAT(border(GraphSummary(plan.get())), ElementsAre(std::pair(std::uint64_t{0}, std::vector{writer}),
                                                            std::pair(std::uint64_t{4}, std::vector{reader})));
}

TEST(GraphSummary, KnowsWhomItsBorderReadsFor) {
  Plan plan;
  const auto first = plan.work({}, {read(0, 8, 3)});
  plan.work({first}, {read(0, 4, 4)});
  const GraphSummary graph(plan.get());
  const auto intervals = graph.intervals(graph.regions().front());
  EXPECT_FALSE(intervals[0].read_for.exists());
  EXPECT_EQ(intervals[1].read_for, model::GenerationId{3});
}

TEST(GraphSummary, FindsReadsOfAnotherTensorsValue) {
  Plan plan;
  const auto writer = plan.work({}, {write(0, 8, 1)});
  const auto reader = plan.work({writer}, {read(0, 8, 2)});
  EXPECT_THAT(pairs(GraphSummary(plan.get()).foreign_reads()), ElementsAre(Pair(writer, reader, 0, 8)));
}

TEST(GraphSummary, LeavesReadsOfItsOwnAndLateReadsToOthers) {
  Plan plan;
  const auto writer = plan.work({}, {write(0, 8, 1)});
  const auto reader = plan.work({writer}, {read(0, 8, 1)});
  plan.work({reader}, {late(read(0, 8, 2))});
  EXPECT_THAT(pairs(GraphSummary(plan.get()).foreign_reads()), IsEmpty());
}

TEST(GraphSummary, ListsEachGenerationWithItsFirstNode) {
  Plan plan;
  const auto first = plan.work({}, {write(0, 8, 5)});
  const auto second = plan.work({first}, {read(0, 8, 5), write(8, 16, 2)});
  const GraphSummary graph(plan.get());
  ASSERT_EQ(graph.generations().size(), 2U);
  EXPECT_EQ(graph.generations()[0].generation, model::GenerationId{2});
  EXPECT_EQ(graph.generations()[0].node, second);
  EXPECT_EQ(graph.generations()[1].node, first);
}

}  // namespace
}  // namespace fencepost::checker
