#include "preparing.h"
#include <fencepost/runtime/cuda/playable.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

/// The reason for the last statement; those before must be playable.
std::string reason(const std::string& statements) {
  const Schedule schedule = schedule_of(statements);
  Playable playable;
  for (std::size_t i = 0; i + 1 < schedule.size(); ++i) {
    EXPECT_EQ(playable.why_not(schedule[i]).value_or(""), "");
  }
  return playable.why_not(schedule[schedule.size() - 1]).value_or("");
}

TEST(Playable, IsWorkOnDeviceMemory) { EXPECT_EQ(reason("stream s\nbuffer a 8\nkernel k stream=s writes=a\n"), ""); }

TEST(Playable, IsHostWorkOnHostMemory) {
  EXPECT_EQ(reason("buffer a 8 memory=pageable\nhost h writes=a\n"), "");
  EXPECT_EQ(reason("stream s\nbuffer a 8 memory=pinned\nhost_function h stream=s writes=a\n"), "");
}

TEST(Playable, IsACopyFromPageableMemory) {
  EXPECT_EQ(reason("stream s\nbuffer a 8 memory=pageable\nbuffer b 8\ncopy c stream=s from=a to=b\n"), "");
}

TEST(NotPlayable, IsHostWorkOnDeviceMemory) {
  EXPECT_EQ(reason("buffer a 8\nhost h reads=a\n"), "the host cannot touch device memory");
}

TEST(NotPlayable, IsAKernelOnPageableMemory) {
  EXPECT_EQ(reason("stream s\nbuffer a 8 memory=pageable\nkernel k stream=s reads=a\n"),
            "the GPU cannot touch pageable memory");
}

TEST(NotPlayable, IsManagedMemory) { EXPECT_EQ(reason("buffer a 8 memory=managed\n"), "managed memory is not played"); }

TEST(NotPlayable, IsAPoolOfTheDriver) {
  EXPECT_EQ(reason("pool p kind=async\n"), "the driver, not the model, places the bytes of this pool");
  EXPECT_EQ(reason("pool p kind=raw\n"), "") << "this one the model places";
}

TEST(NotPlayable, IsAPoolOfHostMemory) {
  EXPECT_EQ(reason("pool p kind=pinned\n"), "host memory from a pool is not played");
}

TEST(NotPlayable, IsAnEarlyLaunch) {
  EXPECT_EQ(reason("stream s\nkernel k stream=s early\n"), "early launches are not played");
  EXPECT_EQ(reason("stream s\nkernel k stream=s\n"), "");
}

TEST(NotPlayable, IsAnExplicitGraph) { EXPECT_EQ(reason("graph g\n"), "graphs built node by node are not played"); }

}  // namespace
}  // namespace fencepost::cuda
