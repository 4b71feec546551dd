#pragma once

/// Jobs that may hang, crash or poison their process, run in child processes.
///
/// One child does one job after the other and is replaced when it dies, so that starting up (which
/// takes a GPU the better part of a second) is paid once unless something goes wrong. The parent
/// never runs a job and must not have used the GPU.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace fencepost::cuda {

/// Inside a child: what a job came to.
struct JobResult {
  std::string text;
  /// The process has become useless: end it and do the next job in a fresh one.
  bool end_process = false;
};

/// Reports `text` as the result of the job at hand and ends the process at once. For watchdogs; may
/// be called from any thread.
using ReportAndExit = std::function<void(const std::string& text)>;

using Job = std::function<JobResult(std::size_t index, const ReportAndExit& report_and_exit)>;

/// In the parent: how a job ended.
struct JobEnd {
  enum class Kind : std::uint8_t { finished, died, timed_out } kind = Kind::finished;
  std::string text;  ///< of a finished job
  int signal = 0;    ///< that a dead child got; 0: it exited
};

/// Runs jobs 0, 1, … `count` - 1 and calls `done` with each end, in order. A job that says nothing
/// for `limit` is killed with its child.
void run_in_children(std::size_t count, const Job& job, std::chrono::milliseconds limit,
                     const std::function<void(std::size_t, const JobEnd&)>& done);

}  // namespace fencepost::cuda
