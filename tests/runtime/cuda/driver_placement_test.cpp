#include "preparing.h"
#include <fencepost/runtime/cuda/driver_placement.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using testing::ElementsAre;

std::vector<Address> canonical(std::vector<PlacedBlock> blocks) { return canonical_placement(blocks); }

TEST(DriverPlacement, ForgetsAddressesAndKeepsOverlaps) {
  // The third block lies in the second half of the first.
  const auto here = canonical({{0x1000, 64}, {0x9000, 64}, {0x1020, 32}});
  EXPECT_EQ(here, canonical({{0xf000, 64}, {0x2000, 64}, {0xf020, 32}}));
  EXPECT_EQ(here[2], here[0] + 0x20);
}

TEST(DriverPlacement, TellsOtherOverlapsApart) {
  const auto reused = canonical({{0x1000, 64}, {0x1000, 64}});
  EXPECT_EQ(reused[0], reused[1]);
  EXPECT_NE(canonical({{0x1000, 64}, {0x2000, 64}}), reused);
  EXPECT_NE(canonical({{0x1000, 64}, {0x1020, 32}}), canonical({{0x1000, 64}, {0x1000, 32}}));
}

TEST(DriverPlacement, KeepsNeighboursApart) {
  const auto touching = canonical({{0x1000, 64}, {0x1040, 64}});
  EXPECT_EQ(touching, canonical({{0x1000, 64}, {0x8000, 64}})) << "they share no byte";
}

TEST(DriverPlacement, IsItsOwnCanonicalForm) {
  const auto once = canonical({{0x9000, 64}, {0x1000, 4096}, {0x1800, 64}});
  EXPECT_EQ(canonical({{once[0], 64}, {once[1], 4096}, {once[2], 64}}), once);
}

TEST(DriverPlacement, IsPinnedInTheSchedule) {
  const Schedule schedule = schedule_of("stream s\npool p kind=async\nalloc a 8 pool=p stream=s\nfree a\n");
  const std::vector<std::size_t> allocations{2};
  const std::vector<Address> addresses{0x4000};
  const Schedule result = pinned(schedule, allocations, addresses);
  ASSERT_EQ(result.size(), schedule.size());
  EXPECT_EQ(result[2].detail->address, 0x4000U);
  EXPECT_EQ(result[3].kind, OperationKind::release);
}

}  // namespace
}  // namespace fencepost::cuda
