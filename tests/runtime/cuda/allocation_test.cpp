#include "preparing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using testing::ElementsAre;

std::vector<MemoryCall> calls_of(const Prepared& prepared) {
  std::vector<MemoryCall> calls;
  for (std::size_t i = 0; i < prepared.steps().size(); ++i) {
    const OperationKind kind = prepared.operations()[i].kind;
    if (kind == OperationKind::allocate || kind == OperationKind::release) {
      calls.push_back(prepared.steps()[i].allocation.call);
    }
  }
  return calls;
}

TEST(Allocations, OfTheProgramsOwnPoolsAreNoCalls) {
  const auto schedule = prepared("stream s\nalloc a 8 stream=s\nfree a\n");
  EXPECT_THAT(calls_of(*schedule), ElementsAre(MemoryCall::none, MemoryCall::none));
}

TEST(Allocations, OfOtherPoolsAreTheirCalls) {
  const auto schedule = prepared(R"(stream s
pool raw kind=raw
pool driver kind=async
alloc a 8 pool=raw
free a
alloc b 8 pool=driver stream=s
free b
)");
  EXPECT_THAT(calls_of(*schedule),
              ElementsAre(MemoryCall::raw, MemoryCall::raw, MemoryCall::in_order, MemoryCall::in_order));
  EXPECT_THAT(schedule->driver_placed(), ElementsAre(5U));
}

TEST(Allocations, OfAPinnedPoolCallWhenItGrows) {
  const auto schedule = prepared(R"(stream s
pool host kind=pinned
alloc a 8 pool=host stream=s
free a
alloc b 8 pool=host stream=s
alloc c 8 pool=host stream=s
)");
  EXPECT_THAT(calls_of(*schedule),
              ElementsAre(MemoryCall::pinned, MemoryCall::none, MemoryCall::none, MemoryCall::pinned));
}

TEST(Allocations, ThatARecordedProgramPlacedAreNotTheDrivers) {
  const auto schedule = prepared("stream s\npool driver kind=async\nalloc a 8 pool=driver stream=s at=0x1000\n");
  EXPECT_THAT(calls_of(*schedule), ElementsAre(MemoryCall::in_order));
  EXPECT_TRUE(schedule->driver_placed().empty());
}

TEST(Allocations, ThatAreFreedTwiceHappenUnlessSomebodyElseHasTheBlock) {
  const auto twice = prepared(R"(stream s
pool driver kind=async
alloc a 8 pool=driver stream=s
free a
free a
)");
  EXPECT_TRUE(twice->steps()[4].on_card);
  const auto handed_on = prepared(R"(stream s
pool driver kind=async
alloc a 8 pool=driver stream=s
free a
alloc b 8 pool=driver stream=s
free a
)");
  EXPECT_FALSE(handed_on->steps()[5].on_card) << "it would free the block of b";
}

TEST(Allocations, StandWhereTheDriverPutThem) {
  const auto schedule = prepared(R"(stream one
stream two
pool driver kind=async
alloc a 8 pool=driver stream=one
free a stream=one
alloc b 8 pool=driver stream=two
)");
  const auto apart = schedule->placed_as(std::vector<Address>{0x1000, 0x2000});
  ASSERT_TRUE(apart.has_value());
  const auto& steps = (*apart)->steps();
  EXPECT_NE(steps[3].allocation.address, steps[5].allocation.address)
      << "the model alone would hand the block out again";
  EXPECT_TRUE(steps[3].allocation.driver_places);
  EXPECT_NE((*apart)->driver_placement()[0], (*apart)->driver_placement()[1]);
}

}  // namespace
}  // namespace fencepost::cuda
