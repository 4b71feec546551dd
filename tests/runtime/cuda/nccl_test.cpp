#include "gpu.h"
#include <fencepost/runtime/nccl/communicators.h>
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

/// Schedules on communicators with a rank on each GPU of this machine.
class PlayerOnNccl : public cuda::GpuTest {
 protected:
  cuda::RunResult play(const std::string& statements) {
    auto library = make_communicators();
    if (!library) return {};
    const std::string ranks = std::to_string(library->ranks());
    auto workspace = cuda::Workspace::make({}, std::move(library));
    EXPECT_TRUE(workspace.has_value()) << workspace.error();
    if (!workspace) return {};
    const auto schedule = cuda::prepared("communicator group ranks=" + ranks + '\n' + statements);
    return cuda::run_on_card(*schedule, **workspace, {}, watchdog_, [](const cuda::DeviceProgress&) { std::abort(); });
  }
  void expect_right_values(const cuda::RunResult& result) {
    if (result.communicators.empty()) GTEST_SKIP() << "NCCL is not installed";
    EXPECT_EQ(result.communicators[0].why_not_real, "");
    EXPECT_TRUE(result.complete()) << result.not_played;
    EXPECT_TRUE(result.values.empty());
  }
};

TEST_F(PlayerOnNccl, MovesAndAddsData) {
  expect_right_values(play(R"(stream main
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a
all_reduce sum communicator=group stream=main reads=a writes=b
broadcast spread communicator=group stream=main updates=b
all_to_all exchange communicator=group stream=main reads=b writes=a
kernel use stream=main reads=a,b
)"));
}

TEST_F(PlayerOnNccl, ReplaysCapturedCollectives) {
  expect_right_values(play(R"(stream main
buffer a 4KiB
buffer b 4KiB
begin_capture graph stream=main mode=thread_local
kernel make stream=main writes=a
all_reduce sum communicator=group stream=main reads=a writes=b
kernel use stream=main reads=b
end_capture graph
instantiate x from=graph
launch x stream=main
all_reduce again communicator=group stream=main updates=b
launch x stream=main
)"));
}

TEST_F(PlayerOnNccl, GroupsCollectivesOfTwoStreams) {
  expect_right_values(play(R"(stream main
stream side
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a,b
group_begin
all_reduce one communicator=group stream=main updates=a
all_reduce two communicator=group stream=side updates=b
group_end
kernel use stream=main reads=b
)"));
}

TEST_F(PlayerOnNccl, RegistersWindows) {
  expect_right_values(play(R"(stream main
buffer small 256
buffer a 4KiB
buffer b 4KiB
register_window sent buffer=a communicator=group
register_window received buffer=b communicator=group
kernel make stream=main writes=a
all_reduce sum communicator=group stream=main reads=a writes=b
synchronize stream main
deregister_window sent
kernel use stream=main reads=b
)"));
}

}  // namespace
}  // namespace fencepost::nccl
