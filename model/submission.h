#pragma once

/// What the modelled runtime hands to the device, in submission order.
///
/// The model ends here. A submission says which queue an execution joined, which completions it was
/// bound to wait for, and which bytes it touches; it says nothing about happens-before. Four
/// consumers derive order from the same submissions independently: the clocks (the fast engine),
/// the full-vector engine, the Boost.Graph graph of causes, and the oracle, which runs them as a
/// queue machine.
///
/// Spans and pointers in a submission live until `SubmissionSink::accept` returns; a `GraphPlan`
/// lives as long as somebody holds its shared pointer.

#include <fencepost/traces/operation.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace fencepost::model {

/// The number of an execution: 1, 2, 3, … in submission order. It is the tick of every clock and
/// the vertex of the graph of causes at once. A launch of a graph is one execution; its nodes are
/// (execution, node index).
using ExecutionId = std::uint64_t;

/// A queue whose executions run one after the other: a stream, or a host thread.
using Axis = Id<struct AxisTag>;
/// One tenure of bytes by one owner: made by `alloc` or `buffer`, ended by `free`.
using GenerationId = Id<struct GenerationTag>;
/// A region of addresses that never overlaps another: a pool segment, or one static buffer.
using RegionId = Id<struct RegionTag>;
/// An executable graph's or event's place for a remembered clock; see `CompletionPoint`.
using SlotId = Id<struct SlotTag>;
/// Which run of `begin_capture` … `end_capture` (or explicit graph) something belongs to.
using CaptureId = Id<struct CaptureTag>;

using NodeIndex = std::uint32_t;
inline constexpr NodeIndex no_node = 0xffffffffU;

/// Bytes [lo, hi) of a region, touched in one mode on behalf of one generation.
struct MemoryAccess {
  RegionId region;
  GenerationId generation;
  AccessMode mode = AccessMode::read;
  /// The operation named the tensor after it had been freed.
  bool after_release = false;
  std::uint32_t version = 0;  ///< as in `Access::version`
  std::uint64_t lo = 0;       ///< relative to the region
  std::uint64_t hi = 0;
};

/// Why an execution may not start before another has completed.
enum class EdgeReason : std::uint8_t {
  stream,      ///< same queue, submitted earlier
  issue,       ///< the host thread issued it after that
  event,       ///< a wait bound to a record
  dependency,  ///< an edge inside a graph
  launch,      ///< launches of one executable serialise (row L01), or a launch and its own nodes
  sync,        ///< the host waited for it
  observe,     ///< a query of the program answered success
  legacy,      ///< the legacy default stream joins the blocking streams (rows S10, K15)
  collective,  ///< one communicator is serialised by its library (definitions.md 8)
  thread,      ///< host threads synchronised
};
std::string_view name(EdgeReason reason);

/// Something whose completion can be waited for: an execution, or one external-record node of a
/// launch.
struct CompletionPoint {
  ExecutionId execution = 0;
  NodeIndex node = no_node;  ///< of a launch: which record node; `no_node`: the whole execution
  /// Where an engine finds the clock of this point. A submission that can be waited for later names
  /// the slot it fills; the slot keeps that clock until the model has it filled again, and the
  /// model never names a slot that has been overwritten by a later point. None: the point is the
  /// newest execution of `axis`, so the axis's own clock is meant. A launch reads the slots of its
  /// candidates before it fills its own: the record of the previous launch may be kept where this
  /// launch's will be.
  SlotId slot;
  Axis axis;
};

/// A wait that was bound when it was submitted (rows E08, E10). It is satisfied as soon as ANY of
/// its candidates has completed (definitions.md 2); so it promises only the order that all of its
/// candidates promise. With `unbound_possible`, completing nothing satisfies it too.
struct BoundWait {
  /// Of a launch: the external-wait node this binds. `no_node`: the whole execution waits.
  NodeIndex node = no_node;
  EdgeReason reason = EdgeReason::event;
  EventId event;  ///< when the reason is `event`, `sync` or `observe` of an event
  bool unbound_possible = false;
  /// Of a launch, a candidate may lie in the same launch (`execution` equals the launch's own).
  std::span<const CompletionPoint> candidates;
};

enum class NodeKind : std::uint8_t { work, empty, external_record, external_wait };

/// One node of a graph. Predecessors have smaller indices: index order is creation order for a
/// captured graph and a topological order in every graph.
struct GraphNode {
  NodeKind kind = NodeKind::work;
  OperationKind operation = OperationKind::kernel;
  std::uint32_t line = 0;
  LabelId label;
  EventId event;         ///< of external records and waits
  StreamId captured_on;  ///< the stream it was captured on
  ThreadId thread;
  SlotId slot;                  ///< of external records: the slot each launch fills
  bool library = false;         ///< put there by a communicator (definitions.md 8), not by the program
  bool conditional = false;     ///< in a conditional body: runs any number of times, or never (definitions.md 7)
  std::uint64_t value = 0;      ///< of value operations: what is written, or waited for
  CommunicatorId communicator;  ///< of collectives, and of library nodes: whose private event it is
  std::uint32_t first_predecessor = 0, predecessor_count = 0;
  std::uint32_t first_access = 0, access_count = 0;
};

/// A graph as it can be launched: nodes, edges and the bytes baked into them. Immutable.
struct GraphPlan {
  GraphId graph;
  CaptureId capture;
  std::uint32_t begin_line = 0, end_line = 0;
  /// The newest execution when the capture began and when it ended: executions in between ran
  /// eagerly beside it.
  ExecutionId begun_at = 0, ended_at = 0;
  std::vector<GraphNode> nodes;
  std::vector<NodeIndex> predecessors;  ///< of all nodes, concatenated
  std::vector<MemoryAccess> accesses;   ///< of all nodes, concatenated

  [[nodiscard]] std::span<const NodeIndex> predecessors_of(const GraphNode& node) const {
    return std::span(predecessors).subspan(node.first_predecessor, node.predecessor_count);
  }
  [[nodiscard]] std::span<const MemoryAccess> accesses_of(const GraphNode& node) const {
    return std::span(accesses).subspan(node.first_access, node.access_count);
  }
};

enum class SubmissionKind : std::uint8_t {
  work,         ///< on a stream: kernel, copy, fill, collective, host function
  record,       ///< on a stream: completes when everything before it has; fills `slot`
  wait,         ///< on a stream: what follows starts after `waits`
  launch,       ///< on a stream: all nodes of `graph`
  host_access,  ///< on a host thread: touches memory at once
  host_wait,    ///< on a host thread: the thread goes on after `waits`
  host_signal,  ///< on a host thread: fills `slot` (notify, arrive, unlock, thread start and end)
  hand_over,    ///< on a host thread: bytes get a new owner
  /// An owner gives its bytes up: on a host thread, or on the stream of a stream-ordered release.
  release,
};

/// Bytes that change hands.
struct HandOver {
  RegionId region;
  GenerationId generation;  ///< the new owner; of a release, the old one
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  /// Incidental order (definitions.md 3): the pool saw these completions before it gave the bytes out.
  /// They protect the bytes handed over against older accesses, and nothing else.
  std::span<const CompletionPoint> discharged;
};

struct Submission {
  ExecutionId execution = 0;
  SubmissionKind kind = SubmissionKind::work;
  OperationKind operation = OperationKind::kernel;
  Axis axis;    ///< the queue it joins; runs after everything already there
  Axis issuer;  ///< the host thread's axis: it starts after what that thread has waited for
  StreamId stream;
  ThreadId thread;
  EventId event;            ///< of records and waits
  ExecutableId executable;  ///< of launches
  std::uint32_t line = 0;
  LabelId label;
  std::uint64_t value = 0;  ///< of value operations: what is written, or waited for
  SlotId slot;              ///< where engines keep this execution's clock; none: nobody will ask
  /// Of work that starts early (definitions.md 6) or belongs to one group (8): executions of its queue
  /// from this one on need not have ended when it starts, but have started. Whatever follows in the queue follows them
  /// and this. 0: none overlap.
  ExecutionId overlaps_from = 0;
  std::span<const BoundWait> waits;  ///< all must be satisfied before it starts
  std::span<const MemoryAccess> accesses;
  std::shared_ptr<const GraphPlan> graph;  ///< of launches
  HandOver hand_over;                      ///< of hand-overs and releases
};

/// Why a call was refused, finer than its status; the checker maps it to a hazard.
enum class Refusal : std::uint8_t {
  captured_event_used_eagerly,     ///< E12
  captured_event_queried_live,     ///< E14
  ended_capture_event_in_capture,  ///< E15, E22, E23
  eager_event_in_capture,          ///< E16, E24
  external_flag_outside_capture,   ///< E19
  capture_unjoined,                ///< K01, K03, K05
  capture_merged,                  ///< K06
  capture_unmatched,               ///< K04
  capture_wrong_thread,            ///< K09
  capture_already_invalid,         ///< EndCapture or any call on an invalidated capture
  already_capturing,               ///< K07
  not_capturing,                   ///< K08
  legacy_stream_in_capture,        ///< K15
  unsupported_in_capture,          ///< K10, table M
  wrong_device,                    ///< an event recorded on a stream of another GPU
  dead_handle,                     ///< a destroyed stream, event, graph or executable
  double_free,                     ///< free of bytes already given back
  free_of_unallocated,             ///< P-row: never allocated by this pool
  pool_exhausted_in_capture,       ///< a registered pool may not grow in a capture
  graph_memory_outstanding,        ///< A01
  memory_nodes_copied,             ///< A02: a second executable, or a copy as a child
  topology_changed,                ///< L06
  cyclic_graph,                    ///< an explicit graph whose edges lead in a circle
  conditional_body,                ///< K19, and what else a conditional body may not hold or be used for
  // Calls that succeed and do not do what the program needs.
  window_of_another_communicator,  ///< a collective on bytes whose only windows are of other communicators
  window_covers_a_part,            ///< a collective on bytes that lie in a window only in part
  window_without_memory,           ///< a window deregistered after its memory was freed
  memory_never_freed,              ///< what a graph allocated, when nobody is left to free it
  communicator_in_use,             ///< destroyed while windows or graphs still need it
  invalid_argument,                ///< anything else
};

/// A call that did not do what it says. `first_line` is the other end of the story: the record in
/// the capture, the free before, the destruction; 0 when there is none.
struct RefusedCall {
  std::uint32_t line = 0;
  std::uint32_t first_line = 0;
  OperationKind operation = OperationKind::kernel;
  Status status = Status::success;
  Refusal refusal = Refusal::invalid_argument;
  StreamId stream;
  EventId event;
  ThreadId thread;
  GraphId graph;  ///< the capture it broke or belongs to, if any
  BufferId buffer;
  bool invalidated_capture = false;
  ExecutionId after = 0;  ///< the newest execution when it was refused
};

/// Takes what the model emits, in order.
class SubmissionSink {
 public:
  SubmissionSink() = default;
  SubmissionSink(const SubmissionSink&) = delete;
  SubmissionSink& operator=(const SubmissionSink&) = delete;
  virtual ~SubmissionSink() = default;

  virtual void accept(const Submission& submission) = 0;
  virtual void accept(const RefusedCall& refused) = 0;
  /// A capture ended with a graph, or an explicit graph was instantiated for the first time.
  virtual void accept(const std::shared_ptr<const GraphPlan>& graph) = 0;
};

}  // namespace fencepost::model
