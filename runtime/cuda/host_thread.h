#pragma once

/// A host thread of a schedule: runs one call at a time and waits for the next.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace fencepost::cuda {

/// What CUDA keeps for each thread (its capture mode, its per-thread default stream) needs real
/// threads; the order of calls stays that of the schedule, because the caller waits for each.
class HostThread {
 public:
  HostThread();
  HostThread(const HostThread&) = delete;
  HostThread& operator=(const HostThread&) = delete;
  ~HostThread();

  /// Runs `call` on the thread and returns when it has returned. One caller at a time.
  void run(const std::function<void()>& call);

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* call_ = nullptr;
  bool stop_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace fencepost::cuda
