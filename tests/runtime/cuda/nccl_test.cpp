#include "gpu.h"
#include <fencepost/runtime/nccl/group.h>
#include <fencepost/runtime/nccl/memory.h>

#include <optional>
#include <vector>

#include <cuda_runtime_api.h>

namespace fencepost::nccl {
namespace {

/// As many ranks as this machine has GPUs; with one, NCCL takes a shortcut, but sums are still sums.
class NcclGroup : public cuda::GpuTest {
 protected:
  void SetUp() override {
    cuda::GpuTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(cudaGetDeviceCount(&ranks_), cudaSuccess);
    auto group = Group::make(ranks_);
    if (!group) GTEST_SKIP() << group.error();
    group_ = std::move(*group);
    auto memory = Memory::make(ranks_, 2 * block);
    ASSERT_TRUE(memory.has_value()) << memory.error();
    memory_.emplace(std::move(*memory));
  }

  static constexpr std::size_t block = 1024;
  int ranks_ = 0;
  std::optional<Memory> memory_;  // outlives the windows of the group
  std::unique_ptr<Group> group_;
};

TEST_F(NcclGroup, AddsWordsOfAllRanks) {
  std::vector<Share> shares;
  for (int rank = 0; rank < ranks_; ++rank) {
    std::uint64_t* const memory = memory_->words()[static_cast<std::size_t>(rank)];
    const std::vector<std::uint64_t> words(block, ~std::uint64_t{0} - static_cast<std::uint64_t>(rank));
    ASSERT_EQ(cudaMemcpy(memory, words.data(), block * sizeof(words[0]), cudaMemcpyHostToDevice), cudaSuccess);
    shares.push_back({memory, memory + block, nullptr});
  }
  ASSERT_EQ(group_->enqueue(OperationKind::all_reduce, shares, block), Status::success);
  std::uint64_t expected = 0;
  for (int rank = 0; rank < ranks_; ++rank) expected += ~std::uint64_t{0} - static_cast<std::uint64_t>(rank);
  for (int rank = 0; rank < ranks_; ++rank) {
    ASSERT_EQ(cudaSetDevice(rank), cudaSuccess);
    std::vector<std::uint64_t> result(block);
    ASSERT_EQ(cudaMemcpy(result.data(), shares[static_cast<std::size_t>(rank)].to, block * sizeof(result[0]),
                         cudaMemcpyDeviceToHost),
              cudaSuccess);
    EXPECT_EQ(result, std::vector<std::uint64_t>(block, expected)) << "modulo 2^64, at rank " << rank;
  }
}

TEST_F(NcclGroup, RegistersAndDeregistersWindows) {
  const auto window = group_->register_window(memory_->words(), block);
  ASSERT_TRUE(window.has_value());
  EXPECT_EQ(group_->deregister_window(*window), Status::success);
  EXPECT_EQ(group_->deregister_window(*window + 1), Status::ncclInvalidArgument) << "there is no such window";
}

TEST_F(NcclGroup, RefusesSharesOfTheWrongNumberOfRanks) {
  EXPECT_EQ(group_->enqueue(OperationKind::all_reduce, {}, block), Status::ncclInvalidArgument);
  EXPECT_FALSE(group_->register_window({}, block).has_value());
}

TEST(NcclGroups, NeedAGpuForEachRank) {
  const auto group = Group::make(1000);
  ASSERT_FALSE(group.has_value());
  EXPECT_FALSE(group.error().empty());
}

}  // namespace
}  // namespace fencepost::nccl
