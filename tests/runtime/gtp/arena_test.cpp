#include <fencepost/runtime/gtp/arena.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

struct ArenaTest : ::testing::Test {
  Bench bench{Configuration{.mode = GraphMode::local, .storage = Storage::arena, .arena_generations = 2}};
  Arena arena;

  void demand(std::uint32_t module, std::initializer_list<std::uint64_t> sizes) {
    arena.begin_graph(module);
    for (const std::uint64_t bytes : sizes) arena.demand(module, bytes);
  }
  Scratch take(std::uint64_t bytes) { return arena.take(bench.execution, bytes); }
};

TEST_F(ArenaTest, EveryGenerationIsAsLargeAsItsNeediestModule) {
  demand(0, {512});
  demand(1, {1024});
  demand(2, {1024, 1024});
  arena.make(bench.execution);
  EXPECT_THAT(bench.recorder.take({"alloc"}),
              ElementsAre("alloc arena.0 2KiB stream=main", "alloc arena.1 1KiB stream=main"));
}

TEST_F(ArenaTest, OneModuleNeedsOneGeneration) {
  demand(4, {512});
  arena.make(bench.execution);
  EXPECT_THAT(bench.recorder.take({"alloc"}), ElementsAre("alloc arena.0 512 stream=main"));
}

TEST_F(ArenaTest, ASecondEagerBackwardFindsTheSameDemand) {
  demand(0, {512});
  demand(0, {512});
  arena.make(bench.execution);
  EXPECT_THAT(bench.recorder.take({"alloc"}), ElementsAre("alloc arena.0 512 stream=main"));
}

TEST_F(ArenaTest, ViewsFollowOneAnotherAligned) {
  demand(0, {300, 100});
  arena.make(bench.execution);
  arena.begin_graph(0);
  EXPECT_EQ(take(300).offset, 0U);
  EXPECT_EQ(take(100).offset, 512U);
  arena.end_graph(bench.execution);
  EXPECT_FALSE(bench.calls.failure().has_value());
}

TEST_F(ArenaTest, TakingMoreThanWasFoundFails) {
  demand(0, {512});
  arena.make(bench.execution);
  arena.begin_graph(0);
  take(512);
  take(256);
  EXPECT_EQ(bench.calls.failure(), Failure::demand_not_met);
}

TEST_F(ArenaTest, TakingLessThanWasFoundFails) {
  demand(0, {512, 512});
  arena.make(bench.execution);
  arena.begin_graph(0);
  take(512);
  EXPECT_FALSE(bench.calls.failure().has_value());
  arena.end_graph(bench.execution);
  EXPECT_EQ(bench.calls.failure(), Failure::demand_not_met);
}

TEST_F(ArenaTest, ModulesTakeGenerationsInTurnAndWaitForTheirLastUser) {
  demand(0, {512});
  demand(1, {512});
  demand(2, {512});
  arena.make(bench.execution);
  bench.recorder.take();
  arena.await(bench.execution, 0, bench.execution.compute);
  arena.mark_used(bench.execution, 0, bench.execution.compute);
  arena.await(bench.execution, 2, bench.execution.compute);
  arena.await(bench.execution, 1, bench.execution.compute);
  EXPECT_THAT(bench.recorder.take(), ElementsAre("wait arena_used.0 stream=main", "record arena_used.0 stream=main",
                                                 "wait arena_used.0 stream=main", "wait arena_used.1 stream=main"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
