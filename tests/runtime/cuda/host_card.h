#pragma once

/// A card made of host memory: the tasks of a schedule, run one by one in issue order.

#include <fencepost/runtime/cuda/digest_log.h>
#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/runtime/cuda/task_maker.h>

#include <map>
#include <vector>

namespace fencepost::cuda {

/// Knows eager work, captures of it and launches. Every call succeeds, unless `answer` says otherwise.
class HostCard final : public fencepost::Device {
 public:
  explicit HostCard(Prepared& prepared);

  Outcome submit(const Operation& operation) override;

  /// The status of the call of this line.
  void answer(std::uint32_t line, Status status) { answers_[line] = status; }
  /// Work of this line does nothing: what comes after it sees what was there before.
  void skip(std::uint32_t line) { skipped_ = line; }
  void place_next(const Allocation& allocation) { next_ = allocation; }

  [[nodiscard]] LogView log() const { return {&log_, entries_}; }
  [[nodiscard]] std::span<const Word> memory() const { return device_; }
  [[nodiscard]] const std::vector<std::uint32_t>& lines() const { return lines_; }

 private:
  struct Node {
    Operation operation;
    AuthorKey key;
  };

  void work(const Operation& operation, const AuthorKey& key);
  void fill(const Operation& operation, AuthorId author);
  void copy(const Operation& operation);

  Prepared& prepared_;
  std::vector<Word> device_;
  std::vector<Word> pinned_;
  std::vector<Word> pageable_;
  TaskMaker maker_;
  DigestLog log_;
  std::vector<LogEntry> entries_;
  std::map<AuthorId, std::uint32_t> executions_;
  std::map<std::uint32_t, Status> answers_;
  std::uint32_t skipped_ = 0;
  Allocation next_;
  std::map<CommunicatorId, std::uint64_t> ranks_;
  std::optional<GraphId> capturing_;
  Occurrences occurrences_;
  std::map<GraphId, std::vector<Node>> graphs_;
  std::map<ExecutableId, std::vector<Node>> executables_;
  std::vector<std::uint32_t> lines_;  // of every call, in order
};

}  // namespace fencepost::cuda
