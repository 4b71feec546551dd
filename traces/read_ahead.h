#pragma once

/// Reads a trace on a thread of its own while somebody works on what has been read.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/reader.h>
#include <fencepost/traces/schedule.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost {

/// Keeps a few chunks ready. The reader belongs to it from construction to destruction: nobody else
/// uses it meanwhile, not even its names. One thread calls `next`.
class ReadAhead {
 public:
  /// `reader` must outlive the object.
  explicit ReadAhead(ScheduleReader& reader);
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;
  /// Waits for the chunk that is being read.
  ~ReadAhead();

  /// As `ScheduleReader::next`, but the chunks have no names.
  tl::expected<const Schedule*, Diagnostics> next();

 private:
  /// How many chunks wait at most; enough that neither side waits for a hiccup of the other.
  static constexpr std::size_t most_ready = 4;

  void read();
  Schedule take_spare();
  bool put(Schedule chunk);
  void finish(std::optional<Diagnostics> faults);

  ScheduleReader& reader_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Schedule> ready_;
  std::vector<Schedule> spare_;  ///< used chunks, kept for their storage
  std::optional<Diagnostics> faults_;
  bool finished_ = false;
  bool stopping_ = false;
  Schedule current_;
  std::thread thread_;
};

}  // namespace fencepost
