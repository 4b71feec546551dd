#include <fencepost/runtime/cuda/watchdog.h>

#include <utility>

namespace fencepost::cuda {

Watchdog::Watchdog() : thread_([this] { serve(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Watchdog::Guard::Guard(Watchdog& watchdog, std::chrono::milliseconds limit, std::function<void()> on_expiry)
    : watchdog_(watchdog) {
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.armed_ = true;
  watchdog_.deadline_ = Clock::now() + limit;
  watchdog_.on_expiry_ = std::move(on_expiry);
  watchdog_.changed_.notify_all();
}

Watchdog::Guard::~Guard() {
  const std::lock_guard lock(watchdog_.mutex_);
  watchdog_.armed_ = false;
  watchdog_.changed_.notify_all();
}

void Watchdog::serve() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (!armed_) {
      changed_.wait(lock);
    } else if (Clock::now() < deadline_) {
      changed_.wait_until(lock, deadline_);
    } else {
      armed_ = false;
      on_expiry_();
    }
  }
}

}  // namespace fencepost::cuda
