#include <fencepost/runtime/cuda/host_thread.h>

namespace fencepost::cuda {

HostThread::HostThread() : thread_([this] { serve(); }) {}

HostThread::~HostThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void HostThread::run(const std::function<void()>& call) {
  std::unique_lock lock(mutex_);
  call_ = &call;
  changed_.notify_all();
  changed_.wait(lock, [this] { return call_ == nullptr; });
}

void HostThread::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || call_ != nullptr; });
    if (call_ == nullptr) return;
    const std::function<void()>& call = *call_;
    lock.unlock();
    call();
    lock.lock();
    call_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace fencepost::cuda
