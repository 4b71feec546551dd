#pragma once

/// Bounds calls that may never return.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace fencepost::cuda {

/// Calls a function on its own thread when a guarded stretch of work takes too long. The function
/// typically reports and ends the process, since a call that hangs cannot be taken back.
class Watchdog {
 public:
  Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  /// Guards its own lifetime. One guard at a time.
  class Guard {
   public:
    Guard(Watchdog& watchdog, std::chrono::milliseconds limit, std::function<void()> on_expiry);
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard();

   private:
    Watchdog& watchdog_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  bool armed_ = false;
  Clock::time_point deadline_;
  std::function<void()> on_expiry_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace fencepost::cuda
