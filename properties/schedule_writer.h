#pragma once

/// Appends operations to a schedule under generated names (s0, e0, b0, k0, …).

#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fencepost::properties {

/// Every function is one statement of the trace language; operations are numbered as the lines of
/// the printed schedule are, after its header line.
class ScheduleWriter {
 public:
  /// The host thread that issues what follows.
  void issue_from(ThreadId thread) { thread_ = thread; }

  ThreadId create_thread();
  StreamId create_stream(StreamKind kind);
  EventId create_event();
  BufferId create_buffer(std::uint64_t size, MemoryKind memory);
  PoolId create_pool(PoolKind kind, AllocatorProfile profile = AllocatorProfile::torch_2_11,
                     bool reuses_in_capture = false);
  CommunicatorId create_communicator(CommunicatorProfile profile, std::uint64_t ranks);

  void work(OperationKind kind, StreamId stream, std::span<const Access> accesses);
  void copy(StreamId stream, const Access& from, const Access& to, bool synchronous);
  void collective(OperationKind kind, CommunicatorId communicator, StreamId stream, std::span<const Access> accesses);
  void host_access(std::span<const Access> accesses);

  void record(EventId event, StreamId stream, bool external = false);
  void wait(EventId event, StreamId stream, bool external = false);
  /// `ready`: what the program saw; none: it did not look.
  void query_event(EventId event, std::optional<bool> ready);
  void query_stream(StreamId stream, std::optional<bool> ready);
  void synchronize_event(EventId event);
  void synchronize_stream(StreamId stream);
  void synchronize_device();
  void start_thread(ThreadId thread);
  void join_thread(ThreadId thread);

  /// A buffer that will be allocated.
  BufferId name_buffer();
  void allocate(BufferId buffer, std::uint64_t size, StreamId stream, PoolId pool = PoolId::none());
  void release(BufferId buffer);
  void record_stream(BufferId buffer, StreamId stream);

  GraphId begin_capture(StreamId origin, CaptureMode mode, PoolId pool);
  /// Without `through`, by the stream that began it.
  void end_capture(GraphId graph, StreamId through = StreamId::none());
  void exchange_capture_mode(CaptureMode mode);
  ExecutableId instantiate(GraphId graph);
  void update(ExecutableId executable, GraphId graph);
  void launch(ExecutableId executable, StreamId stream);

  // schedule_writer_graphs.cpp
  void early_kernel(StreamId stream, std::span<const Access> accesses);
  /// A release in the order of `stream`.
  void release_on(BufferId buffer, StreamId stream);
  void group_begin();
  void group_end();
  /// The next node of the stream's capture depends on nothing.
  void update_dependencies(StreamId stream);
  GraphId create_graph();
  LabelId node(GraphId graph, std::span<const Access> accesses);
  void edge(GraphId graph, LabelId from, LabelId to);
  void update_node(ExecutableId executable, LabelId node, std::span<const Access> accesses);
  void set_node_enabled(ExecutableId executable, LabelId node, bool enabled);

  LabelId child(GraphId graph, GraphId from);
  LabelId conditional(GraphId graph, GraphId body);

  // schedule_writer_memory.cpp
  void write_value(StreamId stream, const Access& flag, std::uint64_t value);
  void wait_value(StreamId stream, const Access& flag, std::uint64_t value);
  WindowId register_window(BufferId buffer, CommunicatorId communicator);
  void deregister_window(WindowId window);
  void unmap(BufferId buffer);
  void map(BufferId buffer);
  /// The pool returns what is free to the driver.
  void trim(PoolId pool);

  void destroy_event(EventId event);
  void recreate_event(EventId event);
  void destroy_stream(StreamId stream);
  void destroy_graph(GraphId graph);
  void destroy_executable(ExecutableId executable);

  [[nodiscard]] std::size_t size() const { return schedule_.size(); }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }

 private:
  /// An operation on an object (and a stream), with nothing else set yet.
  static Operation about(OperationKind kind, std::uint32_t object = Id<void>::none_value, StreamId stream = {});
  static Operation on(OperationKind kind, StreamId stream);
  LabelId fresh_label();
  LabelId part(OperationKind kind, GraphId graph, GraphId from);
  void value_operation(OperationKind kind, StreamId stream, const Access& flag, std::uint64_t value);
  template <class Tag>
  Id<Tag> fresh(std::string_view prefix);
  void append(Operation operation, const Detail& detail = no_detail());

  Schedule schedule_;
  ThreadId thread_ = main_thread;
};

}  // namespace fencepost::properties
