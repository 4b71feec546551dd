#include <fencepost/model/pools/caching_pool.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

constexpr std::uint64_t KiB = 1024;
constexpr std::uint64_t MiB = 1024 * KiB;
constexpr StreamId compute{0};
constexpr StreamId side_stream{1};

class CachingPoolTest : public testing::Test {
 protected:
  Block allocate(std::uint64_t bytes, StreamId stream = compute) { return pool.allocate(bytes, stream, addresses); }

  AddressSpace addresses;
  CachingPool pool;
};

TEST_F(CachingPoolTest, AFreedBlockGoesToTheNextRequestOnItsHomeStream) {
  const Block first = allocate(64 * KiB);
  pool.release(first);
  EXPECT_EQ(allocate(64 * KiB), first);
}

TEST_F(CachingPoolTest, AFreedBlockNeverGoesToAnotherStream) {
  const Block first = allocate(64 * KiB, compute);
  pool.release(first);
  EXPECT_NE(allocate(64 * KiB, side_stream).region, first.region);
}

TEST_F(CachingPoolTest, LiveBlocksNeverOverlap) {
  const Block first = allocate(64 * KiB);
  const Block second = allocate(64 * KiB);
  EXPECT_EQ(second.region, first.region) << "one 2 MiB segment serves both";
  EXPECT_EQ(second.lo, first.lo + 64 * KiB);
}

TEST_F(CachingPoolTest, TheSmallestBlockThatFitsIsTaken) {
  const Block large = allocate(256 * KiB);
  const Block fence_a = allocate(512);
  const Block small = allocate(64 * KiB);
  allocate(512);
  pool.release(large);
  pool.release(small);
  EXPECT_EQ(allocate(32 * KiB).lo, small.lo) << "64 KiB fits better than 256 KiB";
  EXPECT_EQ(allocate(200 * KiB).lo, large.lo);
  EXPECT_EQ(fence_a.size(), 512U);
}

TEST_F(CachingPoolTest, NeighboursMergeSoANewOwnerCanHaveSeveralFormerOnes) {
  const Block first = allocate(64 * KiB);
  const Block second = allocate(64 * KiB);
  allocate(512);  // keeps the rest of the segment apart
  pool.release(second);
  pool.release(first);
  const Block merged = allocate(128 * KiB);
  EXPECT_EQ(merged.lo, first.lo);
  EXPECT_EQ(merged.hi, second.hi);
}

TEST_F(CachingPoolTest, BlocksWithALiveOneBetweenThemDoNotMerge) {
  const Block first = allocate(64 * KiB);
  const Block kept = allocate(64 * KiB);
  const Block third = allocate(64 * KiB);
  allocate(512);
  pool.release(first);
  pool.release(third);
  const Block larger = allocate(128 * KiB);
  EXPECT_GE(larger.lo, third.hi) << "neither hole holds 128 KiB";
  EXPECT_EQ(kept.size(), 64 * KiB);
}

TEST_F(CachingPoolTest, SizesAreRoundedUpTo512Bytes) {
  const Block first = allocate(1);
  const Block second = allocate(1);
  EXPECT_EQ(first.size(), 1U) << "the owner has what it asked for";
  EXPECT_EQ(second.lo, first.lo + 512);
}

TEST_F(CachingPoolTest, SegmentsFollowTheRequest) {
  allocate(1 * MiB);
  EXPECT_EQ(pool.reserved(), 2 * MiB) << "small requests share segments of 2 MiB";
  allocate(1 * MiB + 1);
  EXPECT_EQ(pool.reserved(), 22 * MiB) << "requests under 10 MiB share segments of 20 MiB";
  allocate(19 * MiB);
  EXPECT_EQ(pool.reserved(), 42 * MiB) << "what does not fit gets a segment of its own, rounded up to 2 MiB";
}

TEST_F(CachingPoolTest, WhatALargeRequestLeavesOverServesTheNext) {
  allocate(18 * MiB + 512 * KiB);  // of a segment of 20 MiB: 1.5 MiB are left, more than 1 MiB
  allocate(1 * MiB + 512);
  EXPECT_EQ(pool.reserved(), 20 * MiB);
}

TEST_F(CachingPoolTest, ALargeRequestTakesAllWhenLittleWouldBeLeft) {
  const Block first = allocate(19 * MiB);  // 1 MiB would be left: not worth a block of its own
  allocate(12 * MiB);
  pool.release(first);
  EXPECT_EQ(allocate(20 * MiB), (Block{first.region, first.lo, first.lo + 20 * MiB}));
}

}  // namespace
}  // namespace fencepost::model
