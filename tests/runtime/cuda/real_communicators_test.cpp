#include "fake_communicators.h"

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

TEST(CommunicatorChoice, IsTheLibraryForOneRankAGpu) {
  const FakeCommunicators two_gpus(2);
  EXPECT_TRUE(choose_communicator(2, CommunicatorProfile::nccl, &two_gpus).real);
}

TEST(CommunicatorChoice, IsALoopbackForOtherNumbersOfRanks) {
  const FakeCommunicators one_gpu(1);
  const CommunicatorChoice choice = choose_communicator(8, CommunicatorProfile::nccl, &one_gpu);
  EXPECT_FALSE(choice.real);
  EXPECT_EQ(choice.why_not, "8 ranks need as many GPUs, and this process has 1");
  EXPECT_FALSE(choose_communicator(1, CommunicatorProfile::nccl, nullptr).real) << "without a library";
}

TEST(CommunicatorChoice, IsALoopbackForOtherLibraries) {
  const FakeCommunicators one_gpu(1);
  for (const auto profile :
       {CommunicatorProfile::loopback, CommunicatorProfile::rccl, CommunicatorProfile::nccl_no_mixing}) {
    EXPECT_FALSE(choose_communicator(1, profile, &one_gpu).real);
  }
}

}  // namespace
}  // namespace fencepost::cuda
