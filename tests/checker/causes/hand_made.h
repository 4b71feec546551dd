#pragma once

/// Submissions written by hand: what the model would submit for a small schedule.

#include <fencepost/model/submission.h>

#include <memory>
#include <utility>
#include <vector>

namespace fencepost::checker {

inline constexpr model::Axis host{0};
inline constexpr model::Axis main_stream{1};
inline constexpr model::Axis side_stream{2};
inline constexpr model::Axis third_stream{3};

inline model::CompletionPoint completion(model::ExecutionId execution, model::NodeIndex node = model::no_node) {
  model::CompletionPoint point;
  point.execution = execution;
  point.node = node;
  return point;
}

/// Numbers executions 1, 2, 3, … and passes them on.
class HandMade {
 public:
  explicit HandMade(model::SubmissionSink& sink) : sink_(sink) {}

  model::ExecutionId work(model::Axis axis, std::uint32_t line = 0) {
    return submit(model::SubmissionKind::work, axis, line);
  }
  model::ExecutionId record(model::Axis axis, std::uint32_t line = 0) {
    return submit(model::SubmissionKind::record, axis, line, OperationKind::record);
  }
  model::ExecutionId hand_over() { return submit(model::SubmissionKind::hand_over, host, 0, OperationKind::allocate); }
  /// A wait that any one of `candidates` satisfies.
  model::ExecutionId wait(model::Axis axis, std::vector<model::CompletionPoint> candidates, std::uint32_t line = 0,
                          bool unbound_possible = false) {
    bind(model::no_node, std::move(candidates), unbound_possible);
    return submit(axis == host ? model::SubmissionKind::host_wait : model::SubmissionKind::wait, axis, line,
                  OperationKind::wait);
  }
  model::ExecutionId launch(model::Axis axis, std::shared_ptr<const model::GraphPlan> plan, std::uint32_t line = 0) {
    plan_ = std::move(plan);
    return submit(model::SubmissionKind::launch, axis, line, OperationKind::launch);
  }
  /// Binds a wait of the execution that is submitted next.
  void bind(model::NodeIndex node, std::vector<model::CompletionPoint> candidates, bool unbound_possible = false,
            model::EdgeReason reason = model::EdgeReason::event) {
    bound_.push_back(std::move(candidates));
    model::BoundWait wait;
    wait.node = node;
    wait.reason = reason;
    wait.event = EventId{0};
    wait.unbound_possible = unbound_possible;
    wait.candidates = bound_.back();
    waits_.push_back(wait);
  }
  [[nodiscard]] model::ExecutionId next() const { return newest_ + 1; }

 private:
  model::ExecutionId submit(model::SubmissionKind kind, model::Axis axis, std::uint32_t line,
                            OperationKind operation = OperationKind::kernel) {
    model::Submission submission;
    submission.execution = ++newest_;
    submission.kind = kind;
    submission.operation = operation;
    submission.axis = axis;
    submission.issuer = host;
    submission.line = line;
    submission.executable = ExecutableId{0};
    submission.waits = waits_;
    submission.graph = std::exchange(plan_, nullptr);
    sink_.accept(submission);
    waits_.clear();
    bound_.clear();
    return newest_;
  }

  model::SubmissionSink& sink_;
  model::ExecutionId newest_ = 0;
  std::vector<std::vector<model::CompletionPoint>> bound_;
  std::vector<model::BoundWait> waits_;
  std::shared_ptr<const model::GraphPlan> plan_;
};

/// A plan from the predecessors of each node; nodes are work unless `kinds` says otherwise.
inline std::shared_ptr<const model::GraphPlan> plan_of(const std::vector<std::vector<model::NodeIndex>>& predecessors,
                                                       const std::vector<model::NodeKind>& kinds = {}) {
  auto plan = std::make_shared<model::GraphPlan>();
  for (std::size_t index = 0; index < predecessors.size(); ++index) {
    model::GraphNode node;
    node.kind = index < kinds.size() ? kinds[index] : model::NodeKind::work;
    node.line = 100 + static_cast<std::uint32_t>(index);
    node.first_predecessor = static_cast<std::uint32_t>(plan->predecessors.size());
    node.predecessor_count = static_cast<std::uint32_t>(predecessors[index].size());
    plan->predecessors.insert(plan->predecessors.end(), predecessors[index].begin(), predecessors[index].end());
    plan->nodes.push_back(node);
  }
  return plan;
}

}  // namespace fencepost::checker
