#include <fencepost/model/memory.h>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

Generation tenure(BufferId buffer, RegionId region, std::uint64_t lo, std::uint64_t hi) {
  Generation generation;
  generation.buffer = buffer;
  generation.region = region;
  generation.lo = lo;
  generation.hi = hi;
  return generation;
}

TEST(MemoryTest, ResolvesABufferToItsNewestTenure) {
  Memory memory;
  const RegionId region = memory.addresses().new_region(1024, MemoryKind::device);
  memory.begin(tenure(BufferId{0}, region, 0, 512));
  const GenerationId second = memory.begin(tenure(BufferId{0}, region, 512, 1024));

  BufferId missing;
  const Access access{BufferId{0}, AccessMode::write, 0, 16, 32};
  const auto resolved = memory.resolve(std::span(&access, 1), missing);
  ASSERT_EQ(resolved.size(), 1U);
  EXPECT_EQ(resolved[0].generation, second);
  EXPECT_EQ(resolved[0].lo, 528U);
  EXPECT_EQ(resolved[0].hi, 544U);
  EXPECT_FALSE(resolved[0].after_release);
  EXPECT_FALSE(missing.exists());
}

TEST(MemoryTest, SaysWhenTheTensorWasFreedBefore) {
  Memory memory;
  const GenerationId id =
      memory.begin(tenure(BufferId{0}, memory.addresses().new_region(64, MemoryKind::device), 0, 64));
  memory[id].released_at = 7;
  BufferId missing;
  const Access access{BufferId{0}, AccessMode::read, 0, 0, 64};
  EXPECT_TRUE(memory.resolve(std::span(&access, 1), missing)[0].after_release);
}

TEST(MemoryTest, NamesTheBufferThatNeverHadBytes) {
  Memory memory;
  BufferId missing;
  const Access access{BufferId{3}, AccessMode::read, 0, 0, 64};
  EXPECT_TRUE(memory.resolve(std::span(&access, 1), missing).empty());
  EXPECT_EQ(missing, BufferId{3});
}

TEST(MemoryTest, AnEmptyRangeTouchesNothing) {
  Memory memory;
  memory.begin(tenure(BufferId{0}, memory.addresses().new_region(64, MemoryKind::device), 0, 64));
  BufferId missing;
  const Access access{BufferId{0}, AccessMode::write, 0, 8, 8};
  EXPECT_TRUE(memory.resolve(std::span(&access, 1), missing).empty());
}

TEST(MemoryTest, TheFormerOwnerIsTheOneWithTheLowestSharedByte) {
  Memory memory;
  const RegionId region = memory.addresses().new_region(1024, MemoryKind::device);
  const GenerationId low = memory.begin(tenure(BufferId{0}, region, 0, 512));
  const GenerationId high = memory.begin(tenure(BufferId{1}, region, 512, 1024));
  const GenerationId middle = memory.begin(tenure(BufferId{2}, region, 256, 768));
  const GenerationId top = memory.begin(tenure(BufferId{3}, region, 768, 1024));
  const GenerationId bottom = memory.begin(tenure(BufferId{4}, region, 0, 128));
  EXPECT_FALSE(memory[low].previous.exists());
  EXPECT_FALSE(memory[high].previous.exists());
  EXPECT_EQ(memory[middle].previous, low);
  EXPECT_EQ(memory[top].previous, high) << "middle took only the lower half of high";
  EXPECT_EQ(memory[bottom].previous, low);
}

TEST(MemoryTest, PeaksAreHighestAtOneTimeNotSums) {
  Memory memory;
  memory.count_allocation(PoolId{0}, 100);
  memory.count_release(PoolId{0}, 100);
  memory.count_allocation(PoolId{0}, 60);
  memory.count_allocation(PoolId{1}, 70);
  EXPECT_EQ(memory.use(PoolId{0}).peak_allocated, 100U);
  EXPECT_EQ(memory.total_use().peak_allocated, 130U);
  EXPECT_EQ(memory.use(PoolId{2}).peak_allocated, 0U);
}

}  // namespace
}  // namespace fencepost::model
