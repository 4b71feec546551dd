#pragma once

/// Which launches there were: what a report says about a replay.

#include <fencepost/model/submission.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fencepost::checker {

struct LaunchRecord {
  model::ExecutionId execution = 0;
  ExecutableId executable;
  std::uint32_t number = 0;  ///< one-based count of launches of `executable`
  std::uint32_t line = 0;
  StreamId stream;
  ThreadId thread;
};

class LaunchLog {
 public:
  void add(const model::Submission& launch) {
    std::uint32_t number = 1;
    if (launch.executable.exists()) {
      if (launch.executable.index() >= counts_.size()) counts_.resize(launch.executable.index() + 1, 0);
      number = ++counts_[launch.executable.index()];
    }
    launches_.push_back({launch.execution, launch.executable, number, launch.line, launch.stream, launch.thread});
    launches_of_[launch.graph.get()].push_back(launch.execution);
  }
  /// REQUIRES: `execution` is a launch that was added.
  [[nodiscard]] const LaunchRecord& operator[](model::ExecutionId execution) const {
    return *std::lower_bound(launches_.begin(), launches_.end(), execution,
                             [](const LaunchRecord& launch, model::ExecutionId id) { return launch.execution < id; });
  }

  /// How many launches up to and including `last` were of a graph for which `counts` holds. Asks once
  /// for each graph that was ever launched.
  template <class Predicate>
  [[nodiscard]] std::uint64_t count_until(model::ExecutionId last, const Predicate& counts) const {
    std::uint64_t number = 0;
    for (const auto& [graph, executions] : launches_of_) {
      if (!counts(*graph)) continue;
      const auto end = std::upper_bound(executions.begin(), executions.end(), last);
      number += static_cast<std::uint64_t>(end - executions.begin());
    }
    return number;
  }

 private:
  std::vector<LaunchRecord> launches_;  // by execution
  std::vector<std::uint32_t> counts_;   // by executable
  /// By graph, which the engine that knows it keeps alive; ascending.
  std::unordered_map<const model::GraphPlan*, std::vector<model::ExecutionId>> launches_of_;
};

}  // namespace fencepost::checker
