#include <fencepost/runtime/cuda/host_thread.h>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

TEST(HostThreads, RunCallsOnAThreadOfTheirOwn) {
  HostThread thread;
  std::thread::id first;
  std::thread::id second;
  thread.run([&] { first = std::this_thread::get_id(); });
  thread.run([&] { second = std::this_thread::get_id(); });
  EXPECT_NE(first, std::this_thread::get_id());
  EXPECT_EQ(first, second);
}

TEST(HostThreads, DifferFromOneAnother) {
  HostThread one;
  HostThread other;
  std::thread::id first;
  std::thread::id second;
  one.run([&] { first = std::this_thread::get_id(); });
  other.run([&] { second = std::this_thread::get_id(); });
  EXPECT_NE(first, second);
}

TEST(HostThreads, ReturnAfterTheCallHas) {
  HostThread thread;
  int done = 0;
  for (int i = 0; i < 100; ++i) {
    thread.run([&] { ++done; });
    ASSERT_EQ(done, i + 1);
  }
}

}  // namespace
}  // namespace fencepost::cuda
