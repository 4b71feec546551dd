#pragma once

/// The state of the modelled runtime and one handler for each family of operations. Private to
/// `model/`: the handlers are spread over streams.cpp, events.cpp, captures.cpp, graphs.cpp,
/// work.cpp, collectives.cpp, groups.cpp, windows.cpp, memory_operations.cpp and host.cpp.

#include <fencepost/model/capture.h>
#include <fencepost/model/device.h>
#include <fencepost/model/emitter.h>
#include <fencepost/model/memory.h>
#include <fencepost/model/pools/async_pool.h>
#include <fencepost/model/pools/caching_pool.h>
#include <fencepost/model/pools/list_pool.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fencepost::model {

/// The GPU of everything that names none.
inline constexpr DeviceId first_device{0};

/// A collective inside a group call, kept until the group ends.
struct GroupedCollective {
  Operation operation;
  std::vector<Access> accesses;
  Detail detail;
};

struct ThreadState {
  Axis axis;
  CaptureMode capture_mode = CaptureMode::global;  ///< cudaThreadExchangeStreamCaptureMode
  ExecutionId tail = 0;                            ///< its newest host step
  SlotId start_slot;
  std::uint32_t open_groups = 0;
  std::vector<GroupedCollective> group;
};

struct StreamState {
  StreamKind kind = StreamKind::nonblocking;
  DeviceId device = first_device;
  Axis axis;
  bool alive = false;
  ExecutionId tail = 0;           ///< the newest execution in its queue
  ExecutionId legacy_joined = 0;  ///< the newest legacy-stream work it already follows
  CaptureId capture;              ///< the capture it is a member of, if any
  /// The kernel that a kernel launched early may overtake; 0: none.
  ExecutionId overtakable = 0;
  bool captured_before = false;
  std::uint32_t destroyed_line = 0;
  std::vector<EventId> deferred_waits;  ///< only under the wrong form of waits_bind_at_submission

  [[nodiscard]] bool capturing() const { return capture.exists(); }
  [[nodiscard]] CompletionPoint newest() const { return {tail, no_node, SlotId::none(), axis}; }
};

/// Something that is recorded and waited for: a program's event, or a communicator's private one.
struct EventState {
  bool alive = false;
  DeviceId device;  ///< none: that of whoever records it
  SlotId slot;      ///< of its eager records
  /// The newest performed record: one point, or the unordered record nodes of one launch
  /// (definitions.md 2). Empty: never recorded.
  std::vector<CompletionPoint> points;
  std::uint32_t record_line = 0;    ///< of the newest performed record
  std::uint32_t captured_line = 0;  ///< of the record that `captured_in` speaks of
  std::uint32_t destroyed_line = 0;
  /// The capture of its last internal record, and what that record stood for there.
  CaptureId captured_in;
  Frontier captured_frontier;
  StreamId captured_stream;
  std::vector<CaptureId> external_in;  ///< captures that have external records or waits of it
  /// Only under wrong forms of rules.
  std::vector<std::vector<CompletionPoint>> older_records;
  StreamId recorded_stream;
};

struct CommunicatorState {
  bool alive = false;
  std::uint64_t ranks = 1;
  CommunicatorProfile profile = CommunicatorProfile::nccl;
  EventState last;        ///< completes with its newest collective
  RegionId shared_state;  ///< what unserialised collectives race on
  std::uint32_t destroyed_line = 0;
  std::map<Block, WindowId> windows;  ///< registered ones, none on bytes of another
};

struct WindowState {
  CommunicatorId communicator;
  GenerationId registration;
  GenerationId memory;  ///< the tenure that was registered
  Block bytes;
  bool alive = false;
};

/// What goes into a graph that is built node by node, in the order of creation. A child takes the
/// place of one node and has many.
struct BuiltGraph {
  struct Node {
    LabelId label;
    GraphPlan part;                   ///< the node itself, or the nodes of a child with edges among them
    std::vector<std::size_t> before;  ///< parts that come before
  };
  std::vector<Node> nodes;
  std::unordered_map<LabelId, std::size_t> newest;  ///< of the nodes of each name
  std::uint32_t begin_line = 0;

  void add(Node node) {
    newest[node.label] = nodes.size();
    nodes.push_back(std::move(node));
  }
};

struct GraphState {
  enum class Origin : std::uint8_t { none, built, capturing, captured, failed } origin = Origin::none;
  std::shared_ptr<const GraphPlan> plan;
  CaptureId capture;  ///< that made it
  bool alive = false;
  std::uint32_t failed_line = 0;
  std::uint32_t destroyed_line = 0;
  GraphMemory memory;
  BuiltGraph built;
};

/// What a launch has to bind for one external-wait node.
struct WaitPort {
  NodeIndex node;
  EventId event;
  CommunicatorId communicator;
  std::vector<NodeIndex> records_here;                  ///< record nodes of the same event, not ordered after it
  bool surely_recorded_here = false;                    ///< one of them is ordered before it
  std::vector<CompletionPoint> bound_at_instantiation;  ///< only under a wrong form
};

/// The record nodes of one event that may be its newest record after a launch.
struct RecordPort {
  EventId event;
  CommunicatorId communicator;
  std::vector<NodeIndex> newest;
};

struct ExecutableState {
  CaptureId capture;  ///< that made its graph
  bool alive = false;
  bool failed = false;  ///< instantiated from a graph that never came to be
  GraphId graph;
  std::shared_ptr<const GraphPlan> plan;
  std::vector<WaitPort> wait_ports;
  std::vector<RecordPort> record_ports;
  SlotId slot;
  CompletionPoint last_launch;
  std::uint32_t instantiated_line = 0;
  std::uint32_t destroyed_line = 0;
  std::vector<std::vector<MemoryAccess>> disabled;  ///< by node: what it touches when it is enabled again
  bool auto_free = false;                           ///< cudaGraphInstantiateFlagAutoFreeOnLaunch
  std::vector<GenerationId> retained;               ///< memory that a user object of it keeps
  GraphMemory memory;
};

/// A freed block that waits for work on other streams.
struct ParkedBlock {
  Block block;
  StreamId home;
  std::vector<CompletionPoint> points;
  CaptureId capture;                        ///< it was freed in; none: may go at the next allocation
  std::vector<StreamId> streams_to_record;  ///< when it goes; their uses came before the capture
  /// What each of its streams had captured when it was freed, where the pool reuses blocks in a
  /// capture. Empty: it stays until it is polled outside.
  Frontier markers;
};

/// A stream named by `record_stream`.
struct RecordedStream {
  StreamId stream;
  bool while_capturing = false;
  CompletionPoint early;  ///< only under the wrong form of record_stream_acts_at_release
};

struct TensorState {
  Block block;
  PoolId pool;                ///< the pool it goes back to
  bool recorded = false;      ///< it stands where a recorded program had it, and no pool of ours placed it
  bool free_pending = false;  ///< the program freed it, and a user object keeps it
  bool unmapped = false;      ///< its addresses have no memory behind them for now
  std::vector<RecordedStream> recorded_streams;
};

struct PoolState {
  PoolKind kind = PoolKind::caching;
  AllocatorProfile profile = AllocatorProfile::torch_2_11;
  bool reuses_in_capture = false;  ///< graph_capture_record_stream_reuse
  bool declared = false;
  CachingPool caching;
  ListPool list;
  AsyncPool async;
  std::vector<ParkedBlock> parked;
};

constexpr bool in_stream_order(PoolKind kind) { return kind == PoolKind::async || kind == PoolKind::graph_memory; }
constexpr bool caches_blocks(PoolKind kind) { return kind == PoolKind::caching || kind == PoolKind::private_pool; }

struct SignalState {
  CompletionPoint newest;  ///< execution 0: never signalled
};

struct BarrierState {
  std::uint64_t threads = 0;
  std::vector<ThreadId> arrived;
  std::vector<CompletionPoint> points;
};

class Device::Implementation {
 public:
  Implementation(SubmissionSink& sink, Rules rules);

  Outcome submit(const Operation& operation);
  void finish();
  /// recurring_state.cpp: see `Device`.
  std::vector<std::uint64_t> recurring_state();
  [[nodiscard]] bool captures_now() const;

  std::optional<ModelError> error;
  Memory memory;

 private:
  // Answers.
  Outcome refuse(const Operation& operation, Status status, Refusal refusal, std::uint32_t first_line = 0,
                 Capture* broken = nullptr);
  /// Reports a call that succeeds and does not do what the program needs.
  void complain(const Operation& operation, Refusal refusal, std::uint32_t first_line, BufferId buffer = {});
  Outcome misuse(const Operation& operation, std::string message);
  Outcome not_modelled(const Operation& operation, std::string_view what);

  // streams.cpp
  Outcome create_stream(const Operation& operation);
  Outcome destroy_stream(const Operation& operation);
  Outcome query_stream(const Operation& operation);
  Outcome synchronize_stream(const Operation& operation);
  Outcome synchronize_device(const Operation& operation);
  /// Work, records and waits all pass here first: liveness, captures, the legacy stream.
  /// Gives the refusal, or nothing when the stream may take the operation.
  std::optional<Outcome> enter_stream(const Operation& operation);
  std::optional<Outcome> legacy_meets_captures(const Operation& operation, const StreamState& legacy);
  void add_legacy_waits(StreamState& stream);
  void add_deferred_waits(StreamState& stream);
  /// Emits `submission` on `stream`, with the collected waits, and makes it the stream's tail.
  ExecutionId emit_on(StreamState& stream, Submission& submission);

  // events.cpp
  [[nodiscard]] static DeviceId device_of(const Operation& operation);
  Outcome create_event(const Operation& operation);
  Outcome destroy_event(const Operation& operation);
  Outcome record(const Operation& operation);
  Outcome record_in_capture(const Operation& operation, Capture& capture, EventState& event);
  Outcome wait(const Operation& operation);
  Outcome wait_eagerly(const Operation& operation, EventState& event);
  Outcome wait_in_capture(const Operation& operation, Capture& capture, EventState& event);
  void note_external_use(EventState& event, const Capture& capture);
  Outcome external_wait_in_capture(const Operation& operation, Capture& capture, EventState& event);
  Outcome query_event(const Operation& operation);
  Outcome synchronize_event(const Operation& operation);
  std::optional<Outcome> event_on_host(const Operation& operation, EventState& event);
  void add_event_wait(const EventState& event, EventId id, EdgeReason reason);
  void set_newest_record(EventState& event, std::vector<CompletionPoint> points);

  // captures.cpp
  Outcome begin_capture(const Operation& operation);
  Outcome end_capture(const Operation& operation);
  Outcome finish_capture(const Operation& operation, Capture& capture);
  void leave_capture(Capture& capture);
  Outcome exchange_capture_mode(const Operation& operation);
  Capture& capture_of(const StreamState& stream) { return captures_[stream.capture.index()]; }
  Capture* live_capture(CaptureId id);
  /// A call that is unsafe while capturing (table M): the refusal, or nothing when it may run.
  std::optional<Outcome> unsafe_call(const Operation& operation);
  /// Whether calls beside the capture have to mind it: until it is ended, lost or not.
  [[nodiscard]] bool is_in_the_way(const Capture& capture) const;
  /// Whether an event recorded in the capture can be waited for inside it.
  [[nodiscard]] bool serves_its_events(const Capture& capture) const;
  [[nodiscard]] bool forbids_unsafe_call(const Capture& capture, ThreadId caller) const;

  // graphs.cpp
  Outcome instantiate(const Operation& operation);
  Outcome launch(const Operation& operation);
  Outcome destroy_graph(const Operation& operation);
  Outcome destroy_executable(const Operation& operation);
  /// The refusal of a graph whose conditional nodes cannot be instantiated, or nothing.
  std::optional<Outcome> instantiate_conditional_nodes(const Operation& operation, const GraphPlan& plan);
  void find_ports(ExecutableState& executable) const;
  void add_launch_waits(ExecutableState& executable);
  void add_port_wait(const WaitPort& port, ExecutableState& executable, ExecutionId launch);
  void perform_records(ExecutableState& executable, ExecutionId launch);
  [[nodiscard]] CompletionPoint record_point(const ExecutableState& executable, NodeIndex node,
                                             ExecutionId launch) const;

  // explicit_graphs.cpp: graphs built node by node
  Outcome create_graph(const Operation& operation);
  Outcome add_node(const Operation& operation);
  Outcome add_edge(const Operation& operation);
  Outcome add_child(const Operation& operation);
  Outcome add_conditional(const Operation& operation);
  /// Makes a captured graph one that can be built on.
  static void open_for_nodes(GraphState& graph);
  /// Whether the graph can be launched or be a part of another: the refusal, or nothing.
  std::optional<Outcome> finished_graph(const Operation& operation, GraphId id);
  static bool has_conditional_nodes(const GraphPlan& plan);
  /// What a conditional body may not hold (definitions.md 7): the first such node, or nothing.
  static const GraphNode* unfit_for_a_body(const GraphPlan& plan);
  /// Puts the parts of a built graph in a topological order, if they have one.
  std::optional<Outcome> finish_built_graph(const Operation& operation, GraphState& graph);
  /// Whether the graph exists, and whether it came to be as a whole: the refusal, or nothing.
  std::optional<Outcome> known_graph(const Operation& operation, GraphId id);
  std::optional<Outcome> whole_graph(const Operation& operation, GraphId id);
  std::optional<Outcome> usable_graph(const Operation& operation, GraphId id);

  // user_objects.cpp: memory that executables keep
  Outcome retain_object(const Operation& operation);
  /// Whether a living executable keeps the memory: then its free waits for the last of them to go.
  [[nodiscard]] bool is_retained(GenerationId id) const;
  /// Gives back what the program has freed and only this executable still kept.
  void drop_objects(const Operation& operation, ExecutableState& executable);
  /// Memory that graphs allocated and nobody can free any more.
  void complain_of_leaks();

  // graph_updates.cpp: changes of executables
  Outcome update(const Operation& operation);
  Outcome update_node(const Operation& operation);
  Outcome set_node_enabled(const Operation& operation, bool enabled);
  Outcome update_dependencies(const Operation& operation);
  std::optional<Outcome> usable_executable(const Operation& operation, ExecutableState& executable);
  void replace_plan(ExecutableState& executable, GraphPlan plan);

  // work.cpp
  Outcome work(const Operation& operation);
  /// What work does to memory. The result is valid until the next call.
  std::span<const MemoryAccess> accesses_of_work(const Operation& operation, BufferId& missing);
  Outcome kernel(const Operation& operation, StreamState& runs_on, Submission& submission);
  Outcome work_in_capture(const Operation& operation, Capture& capture);
  Outcome synchronous_copy(const Operation& operation, StreamState& stream);
  void wait_on_host(const Operation& operation, const CompletionPoint& point, EdgeReason reason);

  // collectives.cpp
  Outcome create_communicator(const Operation& operation);
  Outcome destroy_communicator(const Operation& operation);
  Outcome collective(const Operation& operation);
  /// What a collective touches, into `scratch_accesses_`: the refusal, or nothing.
  std::optional<Outcome> resolve_collective(const Operation& operation, const CommunicatorState& communicator);
  static GraphNode collective_node(const Operation& operation);
  /// The library's own wait or record beside captured collectives (definitions.md 8).
  static GraphNode communicator_border(const Operation& operation, NodeKind kind);
  void enter_communicator(const Operation& operation, Capture& capture);
  void leave_communicator(const Operation& operation, Capture& capture);
  /// The line of a window or executable that still needs the communicator; 0: none.
  [[nodiscard]] std::uint32_t needed_by(const CommunicatorState& communicator, CommunicatorId id);
  [[nodiscard]] bool serialises(const CommunicatorState& communicator) const;
  [[nodiscard]] static bool races_when_unordered(const CommunicatorState& communicator);

  // groups.cpp: what stands between `group_begin` and `group_end` runs as one unit
  Outcome begin_group(const Operation& operation);
  Outcome end_group(const Operation& operation);
  Outcome group_eagerly(std::span<const GroupedCollective> group);
  Outcome group_in_capture(Capture& capture, std::span<const GroupedCollective> group,
                           std::span<const StreamId> joined);
  /// The next operation of each communicator of the group follows the whole group.
  void serialise_behind(const Operation& operation, std::span<const GroupedCollective> group);
  /// Every stream of `joined` waits for all the others, on behalf of a group call.
  void join_streams(const Operation& operation, std::span<const StreamId> joined);
  static void join_members(Capture& capture, std::span<const StreamId> joined);

  // windows.cpp: registrations of memory with a communicator
  Outcome register_window(const Operation& operation);
  Outcome deregister_window(const Operation& operation);
  void end_registration(const Operation& operation, GenerationId id);
  /// The memory behind these bytes goes, and no later registration follows their addresses.
  void end_registrations_of(const Operation& operation, GenerationId owner);
  /// A collective uses the windows its bytes lie in: adds that to `accesses`.
  void use_windows(const Operation& operation, const CommunicatorState& communicator,
                   std::vector<MemoryAccess>& accesses);
  /// The line that registered a window of any communicator on these bytes; 0: none.
  [[nodiscard]] std::uint32_t window_elsewhere(const MemoryAccess& access);

  // memory_operations.cpp
  Outcome create_buffer(const Operation& operation);
  Outcome create_pool(const Operation& operation);
  Outcome allocate(const Operation& operation);
  Outcome release(const Operation& operation);
  Outcome record_stream(const Operation& operation);
  Outcome unmap(const Operation& operation);
  Outcome map(const Operation& operation);
  /// Address ranges are given back when they are unmapped.
  Outcome release_unmapped(const Operation& operation);
  /// The host ends what bytes hold, at once: whatever is still pending on them is lost.
  void end_bytes(const Operation& operation, GenerationId id);
  /// Bytes that a graph allocates, or that are mapped again, begin a new life under the same owner.
  void renew(const Operation& operation, GenerationId id);
  /// Whether a capturing stream is of the GPU on which its capture began.
  [[nodiscard]] bool captured_on_its_device(StreamId stream) const;
  PoolId route(const Operation& operation) const;
  Block take_block(PoolId from, std::uint64_t bytes, StreamId home);
  void release_cached(const Operation& operation, const TensorState& tensor, StreamId home);
  Outcome release_raw(const Operation& operation, const TensorState& tensor, GenerationId generation);
  // parked_blocks.cpp: blocks with recorded streams, from their free until they may be handed out
  void park(const Operation& operation, const TensorState& tensor, StreamId home);
  /// In profile torch-2.11: a capture with a pool that is live on the GPU of `on`, whatever stream it is on.
  [[nodiscard]] CaptureId capture_underway(const PoolState& owner, StreamId on) const;
  /// Notes what every stream of the block has captured so far, if all of them are in the capture.
  void mark(ParkedBlock& parked, const TensorState& tensor);
  /// What an allocation does first: blocks that may be handed out by now go back to their pools.
  void poll_parked_blocks(const Operation& operation);
  [[nodiscard]] bool may_poll(const PoolState& owner, const ParkedBlock& parked);
  /// Whether every marker comes before the next node of the requesting stream.
  [[nodiscard]] bool is_joined(const ParkedBlock& parked, CaptureId capture, StreamId requesting);
  void unpark_at_end(const Operation& operation, const Capture& capture);
  /// Gives those blocks back that may go.
  void unpark(const Operation& operation, PoolState& owner, const std::function<bool(const ParkedBlock&)>& may_go);
  /// A record that a library makes for itself, on a stream of the program.
  CompletionPoint library_record(const Operation& operation, StreamId on, SlotId slot = {});
  std::optional<Outcome> place(const Operation& operation, PoolState& source, TensorState& tensor,
                               Generation& generation);
  std::optional<Outcome> place_in_list(const Operation& operation, PoolState& source, TensorState& tensor,
                                       Generation& generation);
  std::optional<Outcome> place_as_recorded(const Operation& operation, const PoolState& source, TensorState& tensor);
  [[nodiscard]] bool stays_with_a_graph(const PoolState& owner, const TensorState& tensor) const;
  static void give_back(PoolState& owner, const Block& block);
  Outcome trim(const Operation& operation);
  Outcome hand_over(const Operation& operation, Generation generation, const TensorState& tensor);
  void emit_hand_over(const Operation& operation, GenerationId generation, const Block& block,
                      std::span<const CompletionPoint> discharged);
  [[nodiscard]] CaptureId capture_on(StreamId stream) const;

  // async_memory.cpp: memory in stream order, outside and inside captures
  Outcome allocate_in_stream_order(const Operation& operation, PoolId from);
  Outcome allocate_in_graph(const Operation& operation, Capture& capture, PoolId from);
  Outcome release_in_stream_order(const Operation& operation, GenerationId id);
  Outcome release_in_graph(const Operation& operation, Capture& capture, GenerationId id);
  Block fresh_block(PoolId from, std::uint64_t bytes);
  /// The host's part of a release: from here on nobody names the tensor.
  void give_up(const Operation& operation, GenerationId id);
  /// What an allocation does to its bytes, as work: whoever uses them has to come after it.
  [[nodiscard]] static MemoryAccess wipe(const Block& block);
  /// A launch has freed memory that other graphs allocated.
  void free_memory_of_others(const Operation& operation, const ExecutableState& executable);
  /// Memory that a graph allocates and keeps is new in each launch (row A01): the refusal, or nothing.
  std::optional<Outcome> renew_graph_memory(const Operation& operation, const ExecutableState& executable);

  // host.cpp
  Outcome create_thread(const Operation& operation);
  Outcome host_access(const Operation& operation);
  Outcome start_thread(const Operation& operation);
  Outcome join_thread(const Operation& operation);
  Outcome notify(const Operation& operation);
  Outcome await(const Operation& operation);
  Outcome arrive(const Operation& operation);
  Outcome lock(const Operation& operation);
  Outcome unlock(const Operation& operation);
  /// Emits a step on the thread of `operation`, with the collected waits.
  ExecutionId emit_host(Submission& submission);
  CompletionPoint signal(const Operation& operation, SlotId slot);
  void host_wait(const Operation& operation, EventId event = {});

  ThreadState& thread(const Operation& operation) { return threads_[operation.thread.index()]; }
  StreamState& stream(StreamId id);
  template <class State, class Tag>
  static const State& at(const std::vector<State>& states, Id<Tag> id) {
    return states[id.index()];
  }
  template <class State, class Tag>
  static State& at(std::vector<State>& states, Id<Tag> id) {
    if (states.size() <= id.index()) states.resize(id.index() + 1);
    return states[id.index()];
  }

  Rules rules_;
  Emitter emitter_;
  WaitList waits_;  ///< of the submission being put together

  std::vector<ThreadState> threads_;
  std::vector<StreamState> streams_;
  std::vector<StreamId> legacy_streams_;
  std::vector<StreamState> retired_streams_;  ///< destroyed ones whose names were taken again
  std::vector<EventState> events_;
  std::deque<Capture> captures_;
  std::vector<CaptureId> live_captures_;
  std::vector<GraphState> graphs_;
  std::vector<ExecutableState> executables_;
  std::vector<CommunicatorState> communicators_;
  std::vector<WindowState> windows_;
  std::vector<PoolState> pools_;
  PoolState default_pool_;
  std::vector<TensorState> tensors_;  ///< by buffer
  /// Freed bytes whose older accesses a pool has seen complete (definitions.md 3), until handed out.
  std::map<Block, std::vector<CompletionPoint>> discharges_;
  std::set<GenerationId> launched_memory_;     ///< of graphs: what some launch has allocated
  std::map<Block, BufferId> recorded_blocks_;  ///< live ones, where a recorded program had them
  std::vector<SignalState> signals_;
  std::vector<SignalState> mutexes_;
  std::vector<BarrierState> barriers_;
  std::vector<MemoryAccess> scratch_accesses_;

  PoolState& pool(PoolId id) { return id.exists() ? at(pools_, id) : default_pool_; }
};

}  // namespace fencepost::model
