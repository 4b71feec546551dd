#include <fencepost/checker/reference/submission_log.h>

namespace fencepost::checker {

std::span<const model::CompletionPoint> SubmissionLog::keep(std::span<const model::CompletionPoint> points) {
  return points.empty() ? points : points_.emplace_back(points.begin(), points.end());
}

std::span<const model::BoundWait> SubmissionLog::keep(std::span<const model::BoundWait> waits) {
  if (waits.empty()) return waits;
  auto& kept = waits_.emplace_back(waits.begin(), waits.end());
  for (model::BoundWait& wait : kept) wait.candidates = keep(wait.candidates);
  return kept;
}

void SubmissionLog::accept(const model::Submission& submission) {
  model::Submission& kept = submissions_.emplace_back(submission);
  kept.waits = keep(submission.waits);
  kept.hand_over.discharged = keep(submission.hand_over.discharged);
  if (!submission.accesses.empty()) {
    kept.accesses = accesses_.emplace_back(submission.accesses.begin(), submission.accesses.end());
  }
}

void SubmissionLog::accept(const model::RefusedCall& refused) { refused_calls_.push_back(refused); }

void SubmissionLog::accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) { ++graph_count_; }

}  // namespace fencepost::checker
