#include <fencepost/properties/contract.h>

#include <map>
#include <utility>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

using model::CompletionPoint;
using model::Submission;
using model::SubmissionKind;

class ContractCheck {
 public:
  std::optional<std::string> check(const Submission& submission) {
    if (submission.execution != newest_ + 1) return complaint(submission, "is not numbered after the one before");
    newest_ = submission.execution;
    const bool is_launch = submission.kind == SubmissionKind::launch;
    if (is_launch != (submission.graph != nullptr))
      return complaint(submission, "is a launch without a graph, or has one and is none");
    if (is_launch) {
      if (auto broken = check_graph(submission)) return broken;
    }
    for (const model::BoundWait& wait : submission.waits) {
      if (wait.node != model::no_node && !is_external_wait(submission, wait.node)) {
        return complaint(submission, "binds a node that is no external wait");
      }
      for (const CompletionPoint& point : wait.candidates) {
        if (auto broken = check_point(submission, point, wait.node)) return broken;
      }
    }
    for (const CompletionPoint& point : submission.hand_over.discharged) {
      if (auto broken = check_point(submission, point, model::no_node)) return broken;
    }
    if (is_launch) fill_record_slots(submission);
    if (submission.slot.exists()) filled_[submission.slot] = {submission.execution, model::no_node};
    tails_[submission.axis] = submission.execution;
    return std::nullopt;
  }

 private:
  using Point = std::pair<model::ExecutionId, model::NodeIndex>;

  static std::string complaint(const Submission& submission, std::string_view what) {
    return fmt::format("execution {} (line {}) {}", submission.execution, submission.line, what);
  }

  static bool is_external_wait(const Submission& launch, model::NodeIndex node) {
    return launch.graph != nullptr && node < launch.graph->nodes.size() &&
           launch.graph->nodes[node].kind == model::NodeKind::external_wait;
  }

  static std::optional<std::string> check_graph(const Submission& launch) {
    const model::GraphPlan& graph = *launch.graph;
    for (model::NodeIndex node = 0; node < graph.nodes.size(); ++node) {
      for (const model::NodeIndex predecessor : graph.predecessors_of(graph.nodes[node])) {
        if (predecessor >= node) return complaint(launch, "has a node before its predecessor");
      }
    }
    return std::nullopt;
  }

  void fill_record_slots(const Submission& launch) {
    for (model::NodeIndex node = 0; node < launch.graph->nodes.size(); ++node) {
      const model::SlotId slot = launch.graph->nodes[node].slot;
      if (slot.exists()) filled_[slot] = {launch.execution, node};
    }
  }

  std::optional<std::string> check_point(const Submission& submission, const CompletionPoint& point,
                                         model::NodeIndex waiting) {
    if (point.execution == 0) return std::nullopt;
    if (point.execution > submission.execution) return complaint(submission, "waits for the future");
    if (point.execution == submission.execution) {
      const bool is_own_node = waiting != model::no_node && point.node < submission.graph->nodes.size();
      if (is_own_node && submission.graph->nodes[point.node].slot == point.slot) return std::nullopt;
      return complaint(submission, "waits for itself");
    }
    if (!point.slot.exists()) {
      if (tails_[point.axis] == point.execution && point.node == model::no_node) return std::nullopt;
      return complaint(submission, "names a point without a slot that is not the newest of its queue");
    }
    if (filled_[point.slot] == Point{point.execution, point.node}) return std::nullopt;
    return complaint(submission, "names a slot that holds another point");
  }

  model::ExecutionId newest_ = 0;
  std::map<model::SlotId, Point> filled_;
  std::map<model::Axis, model::ExecutionId> tails_;
};

}  // namespace

std::optional<std::string> broken_promise(const checker::SubmissionLog& log) {
  ContractCheck check;
  for (const Submission& submission : log.submissions()) {
    if (auto broken = check.check(submission)) return broken;
  }
  return std::nullopt;
}

}  // namespace fencepost::properties
