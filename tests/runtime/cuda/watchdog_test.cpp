#include <fencepost/runtime/cuda/watchdog.h>

#include <atomic>

#include <gtest/gtest.h>

namespace fencepost::cuda {
namespace {

using std::chrono::milliseconds;

TEST(Watchdog, BarksWhenAStretchTakesTooLong) {
  Watchdog watchdog;
  std::atomic<bool> barked{false};
  const Watchdog::Guard guard(watchdog, milliseconds(1), [&] { barked = true; });
  for (int i = 0; i < 5000 && !barked; ++i) std::this_thread::sleep_for(milliseconds(1));
  EXPECT_TRUE(barked);
}

TEST(Watchdog, IsSilentAboutWhatEndsInTime) {
  std::atomic<bool> barked{false};
  {
    Watchdog watchdog;
    {
      const Watchdog::Guard guard(watchdog, std::chrono::seconds(30), [&] { barked = true; });
    }
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_FALSE(barked);
}

TEST(Watchdog, CanGuardAgain) {
  Watchdog watchdog;
  std::atomic<int> barks{0};
  for (int round = 1; round <= 2; ++round) {
    const Watchdog::Guard guard(watchdog, milliseconds(1), [&] { ++barks; });
    for (int i = 0; i < 5000 && barks < round; ++i) std::this_thread::sleep_for(milliseconds(1));
    EXPECT_EQ(barks, round);
  }
}

}  // namespace
}  // namespace fencepost::cuda
