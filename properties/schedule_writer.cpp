#include <fencepost/properties/schedule_writer.h>

#include <array>
#include <string>

namespace fencepost::properties {

Operation ScheduleWriter::about(OperationKind kind, std::uint32_t object, StreamId stream) {
  Operation operation;
  operation.kind = kind;
  operation.object = object;
  operation.stream = stream;
  return operation;
}

Operation ScheduleWriter::on(OperationKind kind, StreamId stream) { return about(kind, Id<void>::none_value, stream); }

template <class Tag>
Id<Tag> ScheduleWriter::fresh(std::string_view prefix) {
  Names& names = schedule_.names();
  return names.intern<Tag>(std::string(prefix) + std::to_string(names.table<Tag>().size()));
}

void ScheduleWriter::append(Operation operation, const Detail& detail) {
  operation.detail = &detail;
  operation.thread = thread_;
  operation.line = static_cast<std::uint32_t>(schedule_.size() + 2);
  schedule_.append(operation);
}

ThreadId ScheduleWriter::create_thread() {
  const auto thread = fresh<ThreadTag>("t");
  append(about(OperationKind::create_thread, thread.value));
  return thread;
}

StreamId ScheduleWriter::create_stream(StreamKind kind) {
  const auto stream = fresh<StreamTag>("s");
  Detail detail;
  detail.stream_kind = kind;
  append(about(OperationKind::create_stream, stream.value), detail);
  return stream;
}

EventId ScheduleWriter::create_event() {
  const auto event = fresh<EventTag>("e");
  append(about(OperationKind::create_event, event.value));
  return event;
}

BufferId ScheduleWriter::create_buffer(std::uint64_t size, MemoryKind memory) {
  const auto buffer = fresh<BufferTag>("b");
  Detail detail;
  detail.size = size;
  detail.memory = memory;
  append(about(OperationKind::create_buffer, buffer.value), detail);
  return buffer;
}

PoolId ScheduleWriter::create_pool(PoolKind kind, AllocatorProfile profile, bool reuses_in_capture) {
  const auto pool = fresh<PoolTag>("p");
  Detail detail;
  detail.pool_kind = kind;
  detail.allocator_profile = profile;
  Operation operation = about(OperationKind::create_pool, pool.value);
  operation.flags.graph_capture_record_stream_reuse = reuses_in_capture;
  append(operation, detail);
  return pool;
}

CommunicatorId ScheduleWriter::create_communicator(CommunicatorProfile profile, std::uint64_t ranks) {
  const auto communicator = fresh<CommunicatorTag>("c");
  Detail detail;
  detail.communicator_profile = profile;
  detail.count = ranks;
  append(about(OperationKind::create_communicator, communicator.value), detail);
  return communicator;
}

void ScheduleWriter::work(OperationKind kind, StreamId stream, std::span<const Access> accesses) {
  Operation operation = on(kind, stream);
  operation.label = fresh<LabelTag>("k");
  operation.accesses = accesses;
  append(operation);
}

void ScheduleWriter::copy(StreamId stream, const Access& from, const Access& to, bool synchronous) {
  const std::array accesses{from, to};
  Operation operation = on(OperationKind::copy, stream);
  operation.label = fresh<LabelTag>("k");
  operation.flags.synchronous = synchronous;
  operation.accesses = accesses;
  append(operation);
}

void ScheduleWriter::collective(OperationKind kind, CommunicatorId communicator, StreamId stream,
                                std::span<const Access> accesses) {
  Detail detail;
  detail.communicator = communicator;
  Operation operation = on(kind, stream);
  operation.label = fresh<LabelTag>("k");
  operation.accesses = accesses;
  append(operation, detail);
}

void ScheduleWriter::host_access(std::span<const Access> accesses) {
  Operation operation = on(OperationKind::host_access, StreamId::none());
  operation.label = fresh<LabelTag>("k");
  operation.accesses = accesses;
  append(operation);
}

void ScheduleWriter::record(EventId event, StreamId stream, bool external) {
  Operation operation = about(OperationKind::record, event.value, stream);
  operation.flags.external = external;
  append(operation);
}

void ScheduleWriter::wait(EventId event, StreamId stream, bool external) {
  Operation operation = about(OperationKind::wait, event.value, stream);
  operation.flags.external = external;
  append(operation);
}

void ScheduleWriter::query_event(EventId event, std::optional<bool> ready) {
  Detail detail;
  detail.ready = ready;
  append(about(OperationKind::query_event, event.value), detail);
}

void ScheduleWriter::query_stream(StreamId stream, std::optional<bool> ready) {
  Detail detail;
  detail.ready = ready;
  append(about(OperationKind::query_stream, stream.value), detail);
}

void ScheduleWriter::synchronize_event(EventId event) { append(about(OperationKind::synchronize_event, event.value)); }

void ScheduleWriter::synchronize_stream(StreamId stream) {
  append(about(OperationKind::synchronize_stream, stream.value));
}

void ScheduleWriter::synchronize_device() { append(on(OperationKind::synchronize_device, StreamId::none())); }

void ScheduleWriter::start_thread(ThreadId thread) { append(about(OperationKind::start_thread, thread.value)); }

void ScheduleWriter::join_thread(ThreadId thread) { append(about(OperationKind::join_thread, thread.value)); }

BufferId ScheduleWriter::name_buffer() { return fresh<BufferTag>("b"); }

void ScheduleWriter::allocate(BufferId buffer, std::uint64_t size, StreamId stream, PoolId pool) {
  Detail detail;
  detail.size = size;
  detail.pool = pool;
  append(about(OperationKind::allocate, buffer.value, stream), detail);
}

void ScheduleWriter::release(BufferId buffer) { append(about(OperationKind::release, buffer.value)); }

void ScheduleWriter::record_stream(BufferId buffer, StreamId stream) {
  append(about(OperationKind::record_stream, buffer.value, stream));
}

GraphId ScheduleWriter::begin_capture(StreamId origin, CaptureMode mode, PoolId pool) {
  const auto graph = fresh<GraphTag>("g");
  Detail detail;
  detail.capture_mode = mode;
  detail.pool = pool;
  append(about(OperationKind::begin_capture, graph.value, origin), detail);
  return graph;
}

void ScheduleWriter::end_capture(GraphId graph, StreamId through) {
  append(about(OperationKind::end_capture, graph.value, through));
}

void ScheduleWriter::exchange_capture_mode(CaptureMode mode) {
  Detail detail;
  detail.capture_mode = mode;
  append(on(OperationKind::exchange_capture_mode, StreamId::none()), detail);
}

ExecutableId ScheduleWriter::instantiate(GraphId graph) {
  const auto executable = fresh<ExecutableTag>("x");
  Detail detail;
  detail.graph = graph;
  append(about(OperationKind::instantiate, executable.value), detail);
  return executable;
}

void ScheduleWriter::update(ExecutableId executable, GraphId graph) {
  Detail detail;
  detail.graph = graph;
  append(about(OperationKind::update, executable.value), detail);
}

void ScheduleWriter::launch(ExecutableId executable, StreamId stream) {
  append(about(OperationKind::launch, executable.value, stream));
}

void ScheduleWriter::destroy_event(EventId event) { append(about(OperationKind::destroy_event, event.value)); }

void ScheduleWriter::recreate_event(EventId event) { append(about(OperationKind::create_event, event.value)); }

void ScheduleWriter::destroy_stream(StreamId stream) { append(about(OperationKind::destroy_stream, stream.value)); }

void ScheduleWriter::destroy_graph(GraphId graph) { append(about(OperationKind::destroy_graph, graph.value)); }

void ScheduleWriter::destroy_executable(ExecutableId executable) {
  append(about(OperationKind::destroy_executable, executable.value));
}

}  // namespace fencepost::properties
