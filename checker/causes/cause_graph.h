#pragma once

/// Happens-before as a graph that is kept, for questions that clocks cannot answer: along which
/// path, since which point, through which wait.
///
/// A vertex is an eager operation, a host step, the start or end of a launch, or a node of a
/// launch. Vertices are numbered in an order in which they may run: every cause of a vertex has a
/// smaller number. The graph keeps, for each vertex, its causes (what must be done before it
/// starts), each with the reason; that is a compressed list sorted by effect, eight bytes for each
/// cause and four for each vertex, plus one record for each submission. Following an edge of the
/// graph therefore goes back in time. Boost.Graph's algorithms run on it (causes/boost_graph.h).

#include <fencepost/model/submission.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace fencepost::checker {

/// A vertex of the graph of causes. `std::size_t`, because parts of Boost.Graph insist on it.
using CauseVertex = std::size_t;
inline constexpr CauseVertex no_vertex = static_cast<CauseVertex>(-1);

/// "The vertex this belongs to starts only after `vertex` is done."
class Cause {
 public:
  Cause(CauseVertex vertex, model::EdgeReason reason, EventId event = {})
      : vertex_(static_cast<std::uint32_t>(vertex)),
        reason_(static_cast<std::uint32_t>(reason) & 0xffU),
        event_(event.exists() ? event.value & no_event : no_event) {}

  [[nodiscard]] CauseVertex vertex() const { return vertex_; }
  [[nodiscard]] model::EdgeReason reason() const { return static_cast<model::EdgeReason>(reason_); }
  /// The event that was waited for; none unless the edge came from one.
  [[nodiscard]] EventId event() const { return event_ == no_event ? EventId{} : EventId{event_}; }

  friend bool operator==(const Cause&, const Cause&) = default;

 private:
  static constexpr std::uint32_t no_event = 0xffffffU;
  std::uint32_t vertex_;
  std::uint32_t reason_ : 8;
  std::uint32_t event_ : 24;
};

/// What a vertex stands for.
struct CausePoint {
  enum class Kind : std::uint8_t { execution, launch_start, launch_node, launch_end } kind = Kind::execution;
  model::ExecutionId execution = 0;
  model::NodeIndex node = model::no_node;  ///< of a launch's node
  model::SubmissionKind submission = model::SubmissionKind::work;
  model::NodeKind node_kind = model::NodeKind::work;  ///< of a launch's node
  bool library = false;                               ///< of a launch's node: put there by a communicator
  OperationKind operation = OperationKind::kernel;
  std::uint32_t line = 0;  ///< of a node: where it was captured
  LabelId label;
  StreamId stream;  ///< of a node: the stream it was captured on
  ThreadId thread;
  EventId event;
  ExecutableId executable;          ///< of all parts of a launch
  std::uint64_t launch_number = 0;  ///< one-based count of launches of `executable`; 0: no launch
  std::uint32_t launch_line = 0;
  StreamId launch_stream;
  GraphId graph;
};

class CauseEdgeIterator;

/// Memory was handed out or taken back.
inline bool is_bookkeeping(const CausePoint& point) {
  return point.submission == model::SubmissionKind::hand_over || point.submission == model::SubmissionKind::release;
}
/// A static buffer came into being. Where nothing but its like comes before, that orders nothing.
inline bool is_declaration(const CausePoint& point) { return point.operation == OperationKind::create_buffer; }

/// Records the graph from submissions. A value that grows; not thread-safe while it does.
class CauseGraph final : public model::SubmissionSink {
 public:
  /// Boost's `transitive_reduction` asks the graph itself for this type, not its traits.
  using out_edge_iterator = CauseEdgeIterator;

  CauseGraph() : first_cause_{0} {}

  void accept(const model::Submission& submission) override;
  void accept(const model::RefusedCall& /*refused*/) override {}
  void accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) override {}

  [[nodiscard]] std::size_t vertex_count() const { return first_cause_.size() - 1; }
  [[nodiscard]] std::size_t cause_count() const { return causes_.size(); }
  /// The causes of `vertex`, none twice.
  [[nodiscard]] std::span<const Cause> causes(CauseVertex vertex) const {
    return std::span(causes_).subspan(first_cause_[vertex], first_cause_[vertex + 1] - first_cause_[vertex]);
  }
  /// Where the causes of `vertex` begin in the list of all causes.
  [[nodiscard]] std::size_t first_cause(CauseVertex vertex) const { return first_cause_[vertex]; }
  [[nodiscard]] const Cause& cause(std::size_t index) const { return causes_[index]; }

  [[nodiscard]] model::ExecutionId execution_count() const { return entries_.size(); }
  /// The vertex of an execution, or of one node of a launch. Without a node a launch gives its end:
  /// the vertex whose completion is the launch's. `no_vertex` when there is no such execution.
  [[nodiscard]] CauseVertex vertex_of(model::ExecutionId execution, model::NodeIndex node = model::no_node) const;
  /// The vertex with which an execution starts: of a launch the one before all its nodes.
  [[nodiscard]] CauseVertex start_of(model::ExecutionId execution) const;
  [[nodiscard]] CausePoint point(CauseVertex vertex) const;
  /// The vertices of the operation on `line`, in order: its executions, and its nodes in launches.
  [[nodiscard]] std::vector<CauseVertex> vertices_at(std::uint32_t line) const;
  /// The plan of the launch `execution`; null when it is no launch.
  [[nodiscard]] const model::GraphPlan* plan_of(model::ExecutionId execution) const;

 private:
  static constexpr std::uint32_t no_launch = 0xffffffffU;

  /// One submission: what its vertices have in common.
  struct Entry {
    std::uint32_t first_vertex = 0;
    std::uint32_t line = 0;
    std::uint32_t launch = no_launch;  ///< index into `launches_`
    LabelId label;
    StreamId stream;
    ThreadId thread;
    EventId event;
    model::SubmissionKind submission = model::SubmissionKind::work;
    OperationKind operation = OperationKind::kernel;
  };
  struct Launch {
    std::shared_ptr<const model::GraphPlan> plan;
    ExecutableId executable;
    std::uint64_t number = 0;
  };

  /// The end of a queue: its newest vertex with those it may have overtaken, and what they all follow.
  struct Queue {
    std::vector<CauseVertex> before, newest;
  };

  Queue& queue_of(model::Axis axis);
  [[nodiscard]] const Entry& entry_of(CauseVertex vertex) const;
  [[nodiscard]] CauseVertex vertex_of(const model::CompletionPoint& point) const;
  CauseVertex begin_vertex();
  void add_cause(CauseVertex cause, model::EdgeReason reason, EventId event = {});
  void add_wait(const model::BoundWait& wait);
  void add_queue_causes(const model::Submission& submission);
  void add_waits(const model::Submission& submission, model::NodeIndex node);
  void add_nodes(const model::Submission& submission);

  std::vector<std::uint32_t> first_cause_;  // of each vertex, and one past the last
  std::vector<Cause> causes_;
  std::vector<Entry> entries_;  // of execution 1, 2, …
  std::vector<Launch> launches_;
  std::vector<Queue> queues_;                                            // by axis
  std::unordered_map<CauseVertex, std::vector<CauseVertex>> overtaken_;  // of what started early
  std::vector<std::uint64_t> launches_of_;                               // by executable
};

}  // namespace fencepost::checker
