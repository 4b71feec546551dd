#pragma once

/// What `fencepost replay` does once its command line is read: trace files on the GPU, each in lockstep
/// with the model, in child processes.

#include <fencepost/runtime/cuda/file_report.h>
#include <fencepost/runtime/cuda/replay.h>
#include <fencepost/traces/schedule.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fencepost::cuda {

/// A trace, read and parsed.
struct FileToReplay {
  std::string path;
  const Schedule* schedule = nullptr;  ///< never null; lives as long as the request
};

struct ReplayFiles {
  std::vector<FileToReplay> files;
  ReplayOptions options;
  /// What the checker reports of a schedule. (The checker is not known here.)
  Replayer::HazardsOf hazards_of;
  /// Loads the library of real communicators, in the child process that plays; may be empty or give null.
  std::function<std::unique_ptr<RealCommunicators>()> communicators;
  /// A trace of which nothing is heard for so long is given up.
  std::chrono::milliseconds limit{30'000};
};

/// Set before the first use of CUDA in a process: enough hardware queues, so that streams do not wait
/// for one another for no reason of the schedule. Keeps what the user has set.
void prepare_environment();

/// Calls `done` with the report of each file, in order. The calling process never touches the GPU. A file
/// whose run ended in a sticky error is played once more, one operation at a time, to name the culprit.
void replay_files(const ReplayFiles& request, const std::function<void(const FileReport&)>& done);

/// What `examine` says of this machine.
struct Examination {
  std::string text;  ///< for people: a fact a line
  bool can_play = false;
  std::string why_not;  ///< when it cannot
};
/// Examines the machine in a child process.
Examination examine_in_child();

}  // namespace fencepost::cuda
