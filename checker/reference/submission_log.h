#pragma once

/// Everything a model submitted, kept: for engines that look at a schedule as a whole.

#include <fencepost/model/submission.h>

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace fencepost::checker {

/// A sink that copies what it is given, storage of spans included. Execution n is
/// `submissions()[n - 1]`. Not thread-safe while it is being filled.
class SubmissionLog final : public model::SubmissionSink {
 public:
  void accept(const model::Submission& submission) override;
  void accept(const model::RefusedCall& refused) override;
  void accept(const std::shared_ptr<const model::GraphPlan>& graph) override;

  /// In submission order; the spans inside live as long as the log.
  [[nodiscard]] std::span<const model::Submission> submissions() const { return submissions_; }
  [[nodiscard]] const model::Submission& operator[](model::ExecutionId execution) const {
    return submissions_[static_cast<std::size_t>(execution) - 1];
  }
  [[nodiscard]] std::span<const model::RefusedCall> refused_calls() const { return refused_calls_; }
  [[nodiscard]] std::size_t graph_count() const { return graph_count_; }

 private:
  std::span<const model::CompletionPoint> keep(std::span<const model::CompletionPoint> points);
  std::span<const model::BoundWait> keep(std::span<const model::BoundWait> waits);

  std::vector<model::Submission> submissions_;
  std::vector<model::RefusedCall> refused_calls_;
  std::size_t graph_count_ = 0;
  // Deques, so that what the spans refer to never moves.
  std::deque<std::vector<model::CompletionPoint>> points_;
  std::deque<std::vector<model::BoundWait>> waits_;
  std::deque<std::vector<model::MemoryAccess>> accesses_;
};

}  // namespace fencepost::checker
