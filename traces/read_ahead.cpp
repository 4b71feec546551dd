#include <fencepost/traces/read_ahead.h>

#include <utility>

namespace fencepost {

ReadAhead::ReadAhead(ScheduleReader& reader) : reader_(reader), thread_([this] { read(); }) {}

ReadAhead::~ReadAhead() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ReadAhead::read() {
  for (;;) {
    Schedule chunk = take_spare();
    const auto read = reader_.next_into(chunk);
    if (!read) return finish(read.error());
    if (!*read) return finish(std::nullopt);
    if (!put(std::move(chunk))) return;
  }
}

Schedule ReadAhead::take_spare() {
  const std::scoped_lock lock(mutex_);
  if (spare_.empty()) return {};
  Schedule chunk = std::move(spare_.back());
  spare_.pop_back();
  return chunk;
}

bool ReadAhead::put(Schedule chunk) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || ready_.size() < most_ready; });
    if (stopping_) return false;
    ready_.push_back(std::move(chunk));
  }
  changed_.notify_all();
  return true;
}

void ReadAhead::finish(std::optional<Diagnostics> faults) {
  {
    const std::scoped_lock lock(mutex_);
    faults_ = std::move(faults);
    finished_ = true;
  }
  changed_.notify_all();
}

tl::expected<const Schedule*, Diagnostics> ReadAhead::next() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return finished_ || !ready_.empty(); });
    if (ready_.empty()) {
      if (faults_) return tl::unexpected(*faults_);
      return nullptr;
    }
    spare_.push_back(std::exchange(current_, std::move(ready_.front())));
    ready_.pop_front();
  }
  changed_.notify_all();
  return &current_;
}

}  // namespace fencepost
