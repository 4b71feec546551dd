#pragma once

// Submissions written by hand, with the slots and axes that a model fills in.

#include <fencepost/model/generation.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fencepost::checker::testing {

using Points = std::vector<model::CompletionPoint>;

inline model::MemoryAccess touch(AccessMode mode, std::uint64_t lo, std::uint64_t hi, std::uint32_t generation = 0) {
  return {model::RegionId{0}, model::GenerationId{generation}, mode, false, 0, lo, hi};
}
inline model::MemoryAccess read(std::uint64_t lo = 0, std::uint64_t hi = 8, std::uint32_t generation = 0) {
  return touch(AccessMode::read, lo, hi, generation);
}
inline model::MemoryAccess write(std::uint64_t lo = 0, std::uint64_t hi = 8, std::uint32_t generation = 0) {
  return touch(AccessMode::write, lo, hi, generation);
}
inline model::MemoryAccess atomic(std::uint64_t lo = 0, std::uint64_t hi = 8, std::uint32_t generation = 0) {
  return touch(AccessMode::atomic, lo, hi, generation);
}
inline model::MemoryAccess late(model::MemoryAccess access) {
  access.after_release = true;
  return access;
}

/// A graph, node by node; predecessors are indices of earlier nodes. Record nodes have the slots 1000, 1001, …
class Plan {
 public:
  explicit Plan(std::uint32_t capture = 0) { plan_->capture = model::CaptureId{capture}; }

  model::NodeIndex work(std::vector<model::NodeIndex> predecessors, std::vector<model::MemoryAccess> accesses = {}) {
    return add(model::NodeKind::work, predecessors, accesses, EventId::none());
  }
  model::NodeIndex record(std::vector<model::NodeIndex> predecessors, std::uint32_t event = 0) {
    return add(model::NodeKind::external_record, predecessors, {}, EventId{event});
  }
  model::NodeIndex wait(std::vector<model::NodeIndex> predecessors, std::uint32_t event = 0) {
    return add(model::NodeKind::external_wait, predecessors, {}, EventId{event});
  }
  model::GraphNode& operator[](model::NodeIndex node) { return plan_->nodes[node]; }
  [[nodiscard]] const model::GraphPlan& operator*() const { return *plan_; }
  [[nodiscard]] std::shared_ptr<const model::GraphPlan> get() const { return plan_; }

 private:
  model::NodeIndex add(model::NodeKind kind, const std::vector<model::NodeIndex>& predecessors,
                       const std::vector<model::MemoryAccess>& accesses, EventId event) {
    const auto index = static_cast<model::NodeIndex>(plan_->nodes.size());
    model::GraphNode node;
    node.kind = kind;
    node.operation = kind == model::NodeKind::external_record ? OperationKind::record
                     : kind == model::NodeKind::external_wait ? OperationKind::wait
                                                              : OperationKind::kernel;
    node.line = 100 + index;
    node.event = event;
    if (kind == model::NodeKind::external_record) node.slot = model::SlotId{1000 + index};
    node.first_predecessor = static_cast<std::uint32_t>(plan_->predecessors.size());
    node.predecessor_count = static_cast<std::uint32_t>(predecessors.size());
    node.first_access = static_cast<std::uint32_t>(plan_->accesses.size());
    node.access_count = static_cast<std::uint32_t>(accesses.size());
    plan_->predecessors.insert(plan_->predecessors.end(), predecessors.begin(), predecessors.end());
    plan_->accesses.insert(plan_->accesses.end(), accesses.begin(), accesses.end());
    plan_->nodes.push_back(node);
    return index;
  }

  std::shared_ptr<model::GraphPlan> plan_ = std::make_shared<model::GraphPlan>();
};

/// A wait of a launch, for one of its external-wait nodes or (`no_node`) for the launch as a whole.
struct LaunchWait {
  model::NodeIndex node = model::no_node;
  Points candidates;
  bool unbound_possible = false;
};

/// Host threads have the axes 0 and 9, streams those in between. The line of each submission is its
/// execution.
class Script {
 public:
  static constexpr model::Axis host{0};
  static constexpr model::Axis other_host{9};

  explicit Script(model::SubmissionSink& sink) : sink_(sink) {}

  /// Whoever issues what follows.
  void issue_from(model::Axis thread) { thread_ = thread; }

  model::CompletionPoint work(std::uint32_t stream, std::vector<model::MemoryAccess> accesses = {}) {
    return submit(model::SubmissionKind::work, model::Axis{stream}, accesses);
  }
  model::CompletionPoint record(std::uint32_t stream, std::uint32_t event = 0) {
    event_ = EventId{event};
    slot_ = model::SlotId{event};
    return submit(model::SubmissionKind::record, model::Axis{stream});
  }
  void wait(std::uint32_t stream, Points candidates, bool unbound_possible = false) {
    event_ = EventId{0};
    submit(model::SubmissionKind::wait, model::Axis{stream}, {}, {{model::no_node, candidates, unbound_possible}});
  }
  model::CompletionPoint launch(std::uint32_t stream, const Plan& plan, std::vector<LaunchWait> waits = {}) {
    graph_ = plan.get();
    return submit(model::SubmissionKind::launch, model::Axis{stream}, {}, waits);
  }
  model::CompletionPoint host_access(std::vector<model::MemoryAccess> accesses) {
    return submit(model::SubmissionKind::host_access, thread_, accesses);
  }
  void host_wait(Points candidates) {
    submit(model::SubmissionKind::host_wait, thread_, {}, {{model::no_node, candidates, false}});
  }
  model::CompletionPoint host_signal(std::uint32_t slot) {
    slot_ = model::SlotId{slot};
    return submit(model::SubmissionKind::host_signal, thread_);
  }
  void hand_over(std::uint64_t lo, std::uint64_t hi, std::uint32_t generation, Points discharged = {}) {
    hand_over_ = {model::RegionId{0}, model::GenerationId{generation}, lo, hi, discharged};
    submit(model::SubmissionKind::hand_over, thread_);
  }
  model::ExecutionId release(std::uint64_t lo, std::uint64_t hi, std::uint32_t generation) {
    hand_over_ = {model::RegionId{0}, model::GenerationId{generation}, lo, hi, {}};
    return submit(model::SubmissionKind::release, thread_).execution;
  }

  /// The external record `node` of `launch`; also of the launch about to be submitted.
  static model::CompletionPoint recorded(model::ExecutionId launch, model::NodeIndex node) {
    return {launch, node, model::SlotId{1000 + node}, model::Axis::none()};
  }
  [[nodiscard]] model::ExecutionId next() const { return newest_ + 1; }

 private:
  model::CompletionPoint submit(model::SubmissionKind kind, model::Axis axis,
                                std::span<const model::MemoryAccess> accesses = {},
                                const std::vector<LaunchWait>& waits = {}) {
    std::vector<model::BoundWait> bound;
    for (const LaunchWait& wait : waits) {
      bound.push_back({wait.node, model::EdgeReason::event, event_, wait.unbound_possible, wait.candidates});
    }
    model::Submission submission;
    submission.execution = ++newest_;
    submission.kind = kind;
    submission.axis = axis;
    submission.issuer = thread_;
    submission.stream = StreamId{axis.value};
    submission.thread = main_thread;
    submission.line = static_cast<std::uint32_t>(newest_);
    submission.event = std::exchange(event_, EventId::none());
    submission.slot = std::exchange(slot_, model::SlotId::none());
    submission.waits = bound;
    submission.accesses = accesses;
    submission.graph = std::exchange(graph_, nullptr);
    if (submission.graph) submission.executable = ExecutableId{0};
    submission.hand_over = std::exchange(hand_over_, {});
    sink_.accept(submission);
    return {submission.execution, model::no_node, submission.slot, axis};
  }

  model::SubmissionSink& sink_;
  model::Axis thread_ = host;
  model::ExecutionId newest_ = 0;
  EventId event_;
  model::SlotId slot_;
  std::shared_ptr<const model::GraphPlan> graph_;
  model::HandOver hand_over_;
};

}  // namespace fencepost::checker::testing
