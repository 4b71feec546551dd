#pragma once

/// Which launches there were: what a report says about a replay.

#include <fencepost/model/submission.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::checker {

struct LaunchRecord {
  model::ExecutionId execution = 0;
  ExecutableId executable;
  std::uint32_t number = 0;  ///< one-based count of launches of `executable`
  std::uint32_t line = 0;
  StreamId stream;
  ThreadId thread;
  const model::GraphPlan* plan = nullptr;  ///< kept alive by the engine that knows the graph
};

class LaunchLog {
 public:
  void add(const model::Submission& launch) {
    std::uint32_t number = 1;
    if (launch.executable.exists()) {
      if (launch.executable.index() >= counts_.size()) counts_.resize(launch.executable.index() + 1, 0);
      number = ++counts_[launch.executable.index()];
    }
    launches_.push_back(
        {launch.execution, launch.executable, number, launch.line, launch.stream, launch.thread, launch.graph.get()});
  }
  /// REQUIRES: `execution` is a launch that was added.
  [[nodiscard]] const LaunchRecord& operator[](model::ExecutionId execution) const {
    return *std::lower_bound(launches_.begin(), launches_.end(), execution,
                             [](const LaunchRecord& launch, model::ExecutionId id) { return launch.execution < id; });
  }

  /// All of them, in submission order.
  [[nodiscard]] std::span<const LaunchRecord> all() const { return launches_; }

 private:
  std::vector<LaunchRecord> launches_;  // by execution
  std::vector<std::uint32_t> counts_;   // by executable
};

}  // namespace fencepost::checker
