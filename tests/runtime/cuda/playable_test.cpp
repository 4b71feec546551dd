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

TEST(NotPlayable, IsHostWorkOnWhatADevicePoolGave) {
  EXPECT_EQ(reason("stream s\npool p kind=async\nalloc a 8 pool=p stream=s\nhost h reads=a\n"),
            "the host cannot touch device memory");
  EXPECT_EQ(reason("stream s\npool p kind=pinned\nalloc a 8 pool=p stream=s\nhost h reads=a\n"), "");
}

TEST(NotPlayable, IsASecondGpu) { EXPECT_EQ(reason("device other\n"), "a second GPU is not played"); }

TEST(NotPlayable, IsAConditionalNode) {
  EXPECT_EQ(reason("graph g\ngraph body\nconditional c graph=g from=body\n"), "conditional nodes are not played");
}

}  // namespace
}  // namespace fencepost::cuda
