#pragma once

/// Every statement of the trace language as a C++ call, submitted to a device as it is made.
///
/// ```cpp
/// const auto main = issuer.stream("main");
/// const auto x = issuer.buffer("x", 4 * MiB);
/// issuer.kernel("gemm", main).reads(x).writes(y[{0, 64}]).time(40us);
/// if (issuer.wait(fence, main).outcome().status != Status::success) …
/// ```
/// Statements that create something return its handle; what the device answered is then in
/// `last_outcome()`. All others return a `Call`.

#include <fencepost/traces/call.h>
#include <fencepost/traces/names.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost {

struct StreamArguments {
  StreamKind kind = StreamKind::nonblocking;
  DeviceId device = {};
  std::int32_t priority = 0;
};
struct BufferArguments {
  MemoryKind memory = MemoryKind::device;
  DeviceId device = {};
};
struct PoolArguments {
  DeviceId device = {};
  AllocatorProfile profile = AllocatorProfile::torch_2_11;
  bool graph_capture_record_stream_reuse = false;
};
struct AllocateArguments {
  PoolId pool = {};
  StreamId stream = {};
  std::optional<Address> address = {};
};
struct CaptureArguments {
  CaptureMode mode = CaptureMode::global;
  PoolId pool = {};
};

/// Issues operations to one device. Not thread-safe; host threads are data, see `on`.
class Issuer {
 public:
  /// Both must outlive the issuer. Names are added to `names` as they are used.
  Issuer(Device& device, Names& names) : device_(device), names_(names) {}
  Issuer(const Issuer&) = delete;
  Issuer& operator=(const Issuer&) = delete;
  ~Issuer() = default;

  [[nodiscard]] const Names& names() const { return names_; }
  /// What the device answered to the newest operation.
  [[nodiscard]] const Outcome& last_outcome() const { return last_outcome_; }

  /// The operations that follow are issued by host thread `thread`.
  Issuer& on(ThreadId thread);
  /// The next operation must return `status`.
  Issuer& expecting(Status status);
  /// The next operation carries the note `text`.
  Issuer& noting(std::string text);

  // Declarations.
  DeviceId device(std::string_view name);
  ThreadId thread(std::string_view name);
  StreamId stream(std::string_view name, const StreamArguments& arguments = {});
  EventId event(std::string_view name);
  BufferHandle buffer(std::string_view name, std::uint64_t size, const BufferArguments& arguments = {});
  PoolId pool(std::string_view name, PoolKind kind, const PoolArguments& arguments = {});
  CommunicatorId communicator(std::string_view name, std::uint64_t ranks,
                              CommunicatorProfile profile = CommunicatorProfile::nccl);
  SignalId signal(std::string_view name);
  BarrierId barrier(std::string_view name, std::uint64_t threads);
  MutexId mutex(std::string_view name);
  GraphId graph(std::string_view name);

  // Work.
  Work kernel(std::string_view name, StreamId stream);
  Transfer copy(std::string_view name, StreamId stream, const Range& from, const Range& to);
  Transfer fill(std::string_view name, StreamId stream, const Range& to);
  Work host_function(std::string_view name, StreamId stream);
  /// REQUIRES: `is_collective(kind)`.
  Work collective(OperationKind kind, std::string_view name, CommunicatorId communicator, StreamId stream);
  Call group_begin();
  Call group_end();
  Call write_value(std::string_view name, StreamId stream, const Range& to, std::uint64_t value);
  Call wait_value(std::string_view name, StreamId stream, const Range& from, std::uint64_t value);
  Work host_access(std::string_view name);

  // Events and synchronisation.
  EventCall record(EventId event, StreamId stream);
  EventCall wait(EventId event, StreamId stream);
  Query query(EventId event);
  Query query(StreamId stream);
  Call synchronize(EventId event);
  Call synchronize(StreamId stream);
  Call synchronize_device(DeviceId device = {});

  // Host threads.
  Call start(ThreadId thread);
  Call join(ThreadId thread);
  Call notify(SignalId signal);
  Call await(SignalId signal);
  Call arrive(BarrierId barrier);
  Call lock(MutexId mutex);
  Call unlock(MutexId mutex);

  // Memory.
  BufferHandle alloc(std::string_view name, std::uint64_t size, const AllocateArguments& arguments = {});
  Call free(BufferId buffer, StreamId stream = {});
  Call record_stream(BufferId buffer, StreamId stream);
  Call trim(PoolId pool);
  WindowId register_window(std::string_view name, BufferId buffer, CommunicatorId communicator);
  Call deregister_window(WindowId window);
  Call unmap(BufferId buffer);
  Call map(BufferId buffer);

  // Stream capture.
  GraphId begin_capture(std::string_view name, StreamId stream, const CaptureArguments& arguments = {});
  Call end_capture(GraphId graph, StreamId stream = {});
  Call capture_mode(CaptureMode mode);
  Call update_dependencies(StreamId stream);

  // Graphs.
  Work node(std::string_view name, GraphId graph);
  Call edge(std::string_view from, std::string_view to, GraphId graph);
  Call child(std::string_view name, GraphId graph, GraphId from, bool move = false);
  Call conditional(std::string_view name, GraphId graph, GraphId body);
  ExecutableId instantiate(std::string_view name, GraphId from, bool auto_free = false);
  Call update(ExecutableId executable, GraphId from);
  Work update_node(ExecutableId executable, std::string_view node);
  Call enable_node(ExecutableId executable, std::string_view node);
  Call disable_node(ExecutableId executable, std::string_view node);
  Call upload(ExecutableId executable, StreamId stream);
  Call launch(ExecutableId executable, StreamId stream);
  Call retain_object(ExecutableId executable, BufferId buffer = {});

  // Destruction.
  Call destroy(StreamId stream);
  Call destroy(EventId event);
  Call destroy(GraphId graph);
  Call destroy(ExecutableId executable);
  Call destroy(CommunicatorId communicator);

 private:
  friend class Call;

  Outcome issue(Draft& draft);
  /// Starts an operation that creates the thing called `name`.
  template <class Tag>
  Draft creating(OperationKind kind, std::string_view name);
  template <class Tag>
  Id<Tag> create(Draft draft);
  template <class Tag>
  Draft about(OperationKind kind, Id<Tag> id, StreamId stream = {}) const;
  Draft working(OperationKind kind, std::string_view name, StreamId stream);
  Draft on_node(OperationKind kind, ExecutableId executable, std::string_view node);

  Device& device_;
  Names& names_;
  ThreadId thread_ = main_thread;
  std::optional<Status> expected_;
  std::string note_;
  Outcome last_outcome_;
};

}  // namespace fencepost
