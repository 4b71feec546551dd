#pragma once

/// Submissions written by hand, as a model would emit them: what the tests of the oracle and of the
/// reference engines play.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace fencepost::checker {

using Accesses = std::vector<model::MemoryAccess>;
using Candidates = std::vector<model::CompletionPoint>;

/// Bytes [lo, hi) of region 0.
struct Bytes {
  std::uint64_t lo = 0;
  std::uint64_t hi = 8;
};

inline model::MemoryAccess access(AccessMode mode, Bytes bytes = {}, std::uint32_t generation = 0) {
  return {model::RegionId{0}, model::GenerationId{generation}, mode, false, 0, bytes.lo, bytes.hi};
}
inline model::MemoryAccess read(Bytes bytes = {}) { return access(AccessMode::read, bytes); }
inline model::MemoryAccess write(Bytes bytes = {}) { return access(AccessMode::write, bytes); }
inline model::MemoryAccess atomic(Bytes bytes = {}) { return access(AccessMode::atomic, bytes); }

/// A graph, node by node. Predecessors are indices of earlier nodes.
class PlanScript {
 public:
  model::NodeIndex add(std::vector<model::NodeIndex> predecessors, const Accesses& accesses = {},
                       model::NodeKind kind = model::NodeKind::work) {
    model::GraphNode node;
    node.kind = kind;
    node.first_predecessor = static_cast<std::uint32_t>(plan_->predecessors.size());
    node.predecessor_count = static_cast<std::uint32_t>(predecessors.size());
    node.first_access = static_cast<std::uint32_t>(plan_->accesses.size());
    node.access_count = static_cast<std::uint32_t>(accesses.size());
    plan_->predecessors.insert(plan_->predecessors.end(), predecessors.begin(), predecessors.end());
    plan_->accesses.insert(plan_->accesses.end(), accesses.begin(), accesses.end());
    plan_->nodes.push_back(node);
    return static_cast<model::NodeIndex>(plan_->nodes.size() - 1);
  }
  model::NodeIndex external_record(std::vector<model::NodeIndex> predecessors) {
    return add(std::move(predecessors), {}, model::NodeKind::external_record);
  }
  model::NodeIndex external_wait(std::vector<model::NodeIndex> predecessors) {
    return add(std::move(predecessors), {}, model::NodeKind::external_wait);
  }
  [[nodiscard]] std::shared_ptr<const model::GraphPlan> plan() const { return plan_; }

 private:
  std::shared_ptr<model::GraphPlan> plan_ = std::make_shared<model::GraphPlan>();
};

/// A wait of a launch, bound to one of its external-wait nodes or (`no_node`) to the launch.
struct ScriptWait {
  model::NodeIndex node = model::no_node;
  Candidates candidates;
  bool unbound_possible = false;
};

/// One host thread, streams 1, 2, 3, … Each call submits one execution and returns its number.
class SubmissionScript {
 public:
  static constexpr model::Axis host{0};

  model::ExecutionId work(std::uint32_t stream, const Accesses& accesses = {}) {
    return submit(model::SubmissionKind::work, model::Axis{stream}, accesses);
  }
  model::ExecutionId record(std::uint32_t stream) { return submit(model::SubmissionKind::record, model::Axis{stream}); }
  model::ExecutionId wait(std::uint32_t stream, const Candidates& candidates, bool unbound_possible = false) {
    return submit(model::SubmissionKind::wait, model::Axis{stream}, {},
                  {{model::no_node, candidates, unbound_possible}});
  }
  model::ExecutionId launch(std::uint32_t stream, std::shared_ptr<const model::GraphPlan> plan,
                            const std::vector<ScriptWait>& waits = {}) {
    graph_ = std::move(plan);
    return submit(model::SubmissionKind::launch, model::Axis{stream}, {}, waits);
  }
  model::ExecutionId host_access(const Accesses& accesses) {
    return submit(model::SubmissionKind::host_access, host, accesses);
  }
  model::ExecutionId host_wait(const Candidates& candidates) {
    return submit(model::SubmissionKind::host_wait, host, {}, {{model::no_node, candidates, false}});
  }
  model::ExecutionId hand_over(Bytes bytes, const Candidates& discharged = {}, std::uint32_t generation = 0) {
    hand_over_ = {model::RegionId{0}, model::GenerationId{generation}, bytes.lo, bytes.hi, discharged};
    return submit(model::SubmissionKind::hand_over, host);
  }
  model::ExecutionId release(Bytes bytes, std::uint32_t generation = 0) {
    hand_over_ = {model::RegionId{0}, model::GenerationId{generation}, bytes.lo, bytes.hi, {}};
    return submit(model::SubmissionKind::release, host);
  }

  [[nodiscard]] const SubmissionLog& log() const { return log_; }
  /// The next execution's number: a candidate in the launch about to be submitted needs it.
  [[nodiscard]] model::ExecutionId next() const { return log_.submissions().size() + 1; }

 private:
  model::ExecutionId submit(model::SubmissionKind kind, model::Axis axis, const Accesses& accesses = {},
                            const std::vector<ScriptWait>& waits = {}) {
    std::vector<model::BoundWait> bound;
    for (const ScriptWait& wait : waits) {
      bound.push_back({wait.node, model::EdgeReason::event, EventId{}, wait.unbound_possible, wait.candidates});
    }
    model::Submission submission;
    submission.execution = next();
    submission.kind = kind;
    submission.axis = axis;
    submission.issuer = host;
    submission.waits = bound;
    submission.accesses = accesses;
    submission.graph = std::exchange(graph_, nullptr);
    submission.hand_over = std::exchange(hand_over_, {});
    log_.accept(submission);
    return submission.execution;
  }

  SubmissionLog log_;
  std::shared_ptr<const model::GraphPlan> graph_;
  model::HandOver hand_over_;
};

/// The completion of an execution, or of one record node of a launch.
inline model::CompletionPoint done(model::ExecutionId execution, model::NodeIndex node = model::no_node) {
  return {execution, node, {}, {}};
}
inline AccessKey eager(model::ExecutionId execution) { return {execution, model::no_node}; }
inline AccessKey at_node(model::ExecutionId launch, model::NodeIndex node) { return {launch, node}; }

inline RacePair race(AccessKey first, AccessKey second, Bytes bytes = {}) {
  return {first, second, model::RegionId{0}, bytes.lo, bytes.hi};
}

inline void PrintTo(const RacePair& pair, std::ostream* out) {
  const auto print = [out](const AccessKey& key) {
    *out << key.execution;
    if (key.node != model::no_node) *out << '.' << key.node;
  };
  print(pair.first);
  *out << " || ";
  print(pair.second);
  *out << " [" << pair.lo << ':' << pair.hi << ')';
}

}  // namespace fencepost::checker
