#include <fencepost/traces/issuer.h>

#include <utility>

namespace fencepost {
namespace {

Access access(AccessMode mode, const Range& range) {
  return {range.buffer, mode, range.version, range.bytes.lo, range.bytes.hi};
}

}  // namespace

Outcome Call::outcome() {
  if (!outcome_) outcome_ = issuer_.issue(draft_);
  return *outcome_;
}

Outcome Issuer::issue(Draft& draft) {
  draft.operation.thread = thread_;
  draft.detail.expected_status = std::exchange(expected_, std::nullopt);
  draft.detail.annotation = std::exchange(note_, {});
  last_outcome_ = device_.submit(draft.view());
  return last_outcome_;
}

Issuer& Issuer::on(ThreadId thread) {
  thread_ = thread;
  return *this;
}
Issuer& Issuer::expecting(Status status) {
  expected_ = status;
  return *this;
}
Issuer& Issuer::noting(std::string text) {
  note_ = std::move(text);
  return *this;
}

template <class Tag>
Draft Issuer::creating(OperationKind kind, std::string_view name) {
  return about(kind, names_.intern<Tag>(name));
}
template <class Tag>
Id<Tag> Issuer::create(Draft draft) {
  issue(draft);
  return Id<Tag>{draft.operation.object};
}
template <class Tag>
Draft Issuer::about(OperationKind kind, Id<Tag> id, StreamId stream) const {
  Draft draft(kind);
  draft.operation.object = id.value;
  draft.operation.stream = stream;
  return draft;
}
Draft Issuer::working(OperationKind kind, std::string_view name, StreamId stream) {
  Draft draft(kind);
  draft.operation.label = names_.intern<LabelTag>(name);
  draft.operation.stream = stream;
  return draft;
}
Draft Issuer::on_node(OperationKind kind, ExecutableId executable, std::string_view node) {
  Draft draft = about(kind, executable);
  draft.detail.node = names_.intern<LabelTag>(node);
  return draft;
}

DeviceId Issuer::device(std::string_view name) {
  return create<DeviceTag>(creating<DeviceTag>(OperationKind::create_device, name));
}
ThreadId Issuer::thread(std::string_view name) {
  return create<ThreadTag>(creating<ThreadTag>(OperationKind::create_thread, name));
}
StreamId Issuer::stream(std::string_view name, const StreamArguments& arguments) {
  Draft draft = creating<StreamTag>(OperationKind::create_stream, name);
  draft.detail.stream_kind = arguments.kind;
  draft.detail.device = arguments.device;
  draft.detail.priority = arguments.priority;
  return create<StreamTag>(std::move(draft));
}
EventId Issuer::event(std::string_view name) {
  return create<EventTag>(creating<EventTag>(OperationKind::create_event, name));
}
BufferHandle Issuer::buffer(std::string_view name, std::uint64_t size, const BufferArguments& arguments) {
  Draft draft = creating<BufferTag>(OperationKind::create_buffer, name);
  draft.detail.size = size;
  draft.detail.memory = arguments.memory;
  draft.detail.device = arguments.device;
  return {create<BufferTag>(std::move(draft)), size};
}
PoolId Issuer::pool(std::string_view name, PoolKind kind, const PoolArguments& arguments) {
  Draft draft = creating<PoolTag>(OperationKind::create_pool, name);
  draft.detail.pool_kind = kind;
  draft.detail.device = arguments.device;
  draft.detail.allocator_profile = arguments.profile;
  draft.operation.flags.graph_capture_record_stream_reuse = arguments.graph_capture_record_stream_reuse;
  return create<PoolTag>(std::move(draft));
}
CommunicatorId Issuer::communicator(std::string_view name, std::uint64_t ranks, CommunicatorProfile profile) {
  Draft draft = creating<CommunicatorTag>(OperationKind::create_communicator, name);
  draft.detail.count = ranks;
  draft.detail.communicator_profile = profile;
  return create<CommunicatorTag>(std::move(draft));
}
SignalId Issuer::signal(std::string_view name) {
  return create<SignalTag>(creating<SignalTag>(OperationKind::create_signal, name));
}
BarrierId Issuer::barrier(std::string_view name, std::uint64_t threads) {
  Draft draft = creating<BarrierTag>(OperationKind::create_barrier, name);
  draft.detail.count = threads;
  return create<BarrierTag>(std::move(draft));
}
MutexId Issuer::mutex(std::string_view name) {
  return create<MutexTag>(creating<MutexTag>(OperationKind::create_mutex, name));
}
GraphId Issuer::graph(std::string_view name) {
  return create<GraphTag>(creating<GraphTag>(OperationKind::create_graph, name));
}

Work Issuer::kernel(std::string_view name, StreamId stream) {
  return {*this, working(OperationKind::kernel, name, stream)};
}
Transfer Issuer::copy(std::string_view name, StreamId stream, const Range& from, const Range& to) {
  Draft draft = working(OperationKind::copy, name, stream);
  draft.accesses = {access(AccessMode::read, from), access(AccessMode::write, to)};
  return {*this, std::move(draft)};
}
Transfer Issuer::fill(std::string_view name, StreamId stream, const Range& to) {
  Draft draft = working(OperationKind::fill, name, stream);
  draft.accesses = {access(AccessMode::write, to)};
  return {*this, std::move(draft)};
}
Work Issuer::host_function(std::string_view name, StreamId stream) {
  return {*this, working(OperationKind::host_function, name, stream)};
}
Work Issuer::collective(OperationKind kind, std::string_view name, CommunicatorId communicator, StreamId stream) {
  Draft draft = working(kind, name, stream);
  draft.detail.communicator = communicator;
  return {*this, std::move(draft)};
}
Call Issuer::group_begin() { return {*this, Draft(OperationKind::group_begin)}; }
Call Issuer::group_end() { return {*this, Draft(OperationKind::group_end)}; }
Call Issuer::write_value(std::string_view name, StreamId stream, const Range& to, std::uint64_t value) {
  Draft draft = working(OperationKind::write_value, name, stream);
  draft.accesses = {access(AccessMode::write, to)};
  draft.detail.count = value;
  return {*this, std::move(draft)};
}
Call Issuer::wait_value(std::string_view name, StreamId stream, const Range& from, std::uint64_t value) {
  Draft draft = working(OperationKind::wait_value, name, stream);
  draft.accesses = {access(AccessMode::read, from)};
  draft.detail.count = value;
  return {*this, std::move(draft)};
}
Work Issuer::host_access(std::string_view name) { return {*this, working(OperationKind::host_access, name, {})}; }

EventCall Issuer::record(EventId event, StreamId stream) {
  return {*this, about(OperationKind::record, event, stream)};
}
EventCall Issuer::wait(EventId event, StreamId stream) { return {*this, about(OperationKind::wait, event, stream)}; }
Query Issuer::query(EventId event) { return {*this, about(OperationKind::query_event, event)}; }
Query Issuer::query(StreamId stream) { return {*this, about(OperationKind::query_stream, stream)}; }
Call Issuer::synchronize(EventId event) { return {*this, about(OperationKind::synchronize_event, event)}; }
Call Issuer::synchronize(StreamId stream) { return {*this, about(OperationKind::synchronize_stream, stream)}; }
Call Issuer::synchronize_device(DeviceId device) { return {*this, about(OperationKind::synchronize_device, device)}; }

Call Issuer::start(ThreadId thread) { return {*this, about(OperationKind::start_thread, thread)}; }
Call Issuer::join(ThreadId thread) { return {*this, about(OperationKind::join_thread, thread)}; }
Call Issuer::notify(SignalId signal) { return {*this, about(OperationKind::notify, signal)}; }
Call Issuer::await(SignalId signal) { return {*this, about(OperationKind::await, signal)}; }
Call Issuer::arrive(BarrierId barrier) { return {*this, about(OperationKind::arrive, barrier)}; }
Call Issuer::lock(MutexId mutex) { return {*this, about(OperationKind::lock, mutex)}; }
Call Issuer::unlock(MutexId mutex) { return {*this, about(OperationKind::unlock, mutex)}; }

BufferHandle Issuer::alloc(std::string_view name, std::uint64_t size, const AllocateArguments& arguments) {
  Draft draft = creating<BufferTag>(OperationKind::allocate, name);
  draft.operation.stream = arguments.stream;
  draft.detail.size = size;
  draft.detail.pool = arguments.pool;
  draft.detail.address = arguments.address;
  return {create<BufferTag>(std::move(draft)), size};
}
Call Issuer::free(BufferId buffer, StreamId stream) { return {*this, about(OperationKind::release, buffer, stream)}; }
Call Issuer::record_stream(BufferId buffer, StreamId stream) {
  return {*this, about(OperationKind::record_stream, buffer, stream)};
}
Call Issuer::trim(PoolId pool) { return {*this, about(OperationKind::trim, pool)}; }
WindowId Issuer::register_window(std::string_view name, BufferId buffer, CommunicatorId communicator) {
  Draft draft = creating<WindowTag>(OperationKind::register_window, name);
  draft.detail.buffer = buffer;
  draft.detail.communicator = communicator;
  return create<WindowTag>(std::move(draft));
}
Call Issuer::deregister_window(WindowId window) { return {*this, about(OperationKind::deregister_window, window)}; }
Call Issuer::unmap(BufferId buffer) { return {*this, about(OperationKind::unmap, buffer)}; }
Call Issuer::map(BufferId buffer) { return {*this, about(OperationKind::map, buffer)}; }

GraphId Issuer::begin_capture(std::string_view name, StreamId stream, const CaptureArguments& arguments) {
  Draft draft = creating<GraphTag>(OperationKind::begin_capture, name);
  draft.operation.stream = stream;
  draft.detail.capture_mode = arguments.mode;
  draft.detail.pool = arguments.pool;
  return create<GraphTag>(std::move(draft));
}
Call Issuer::end_capture(GraphId graph, StreamId stream) {
  return {*this, about(OperationKind::end_capture, graph, stream)};
}
Call Issuer::capture_mode(CaptureMode mode) {
  Draft draft(OperationKind::exchange_capture_mode);
  draft.detail.capture_mode = mode;
  return {*this, std::move(draft)};
}
Call Issuer::update_dependencies(StreamId stream) {
  return {*this, about(OperationKind::update_dependencies, GraphId::none(), stream)};
}

Work Issuer::node(std::string_view name, GraphId graph) {
  Draft draft = working(OperationKind::add_node, name, {});
  draft.operation.object = graph.value;
  return {*this, std::move(draft)};
}
Call Issuer::edge(std::string_view from, std::string_view to, GraphId graph) {
  Draft draft = working(OperationKind::add_edge, from, {});
  draft.operation.object = graph.value;
  draft.detail.node = names_.intern<LabelTag>(to);
  return {*this, std::move(draft)};
}
Call Issuer::child(std::string_view name, GraphId graph, GraphId from, bool move) {
  Draft draft = working(OperationKind::add_child, name, {});
  draft.operation.object = graph.value;
  draft.operation.flags.move = move;
  draft.detail.graph = from;
  return {*this, std::move(draft)};
}
Call Issuer::conditional(std::string_view name, GraphId graph, GraphId body) {
  Draft draft = working(OperationKind::add_conditional, name, {});
  draft.operation.object = graph.value;
  draft.detail.graph = body;
  return {*this, std::move(draft)};
}
ExecutableId Issuer::instantiate(std::string_view name, GraphId from, bool auto_free) {
  Draft draft = creating<ExecutableTag>(OperationKind::instantiate, name);
  draft.operation.flags.auto_free = auto_free;
  draft.detail.graph = from;
  return create<ExecutableTag>(std::move(draft));
}
Call Issuer::update(ExecutableId executable, GraphId from) {
  Draft draft = about(OperationKind::update, executable);
  draft.detail.graph = from;
  return {*this, std::move(draft)};
}
Work Issuer::update_node(ExecutableId executable, std::string_view node) {
  return {*this, on_node(OperationKind::update_node, executable, node)};
}
Call Issuer::enable_node(ExecutableId executable, std::string_view node) {
  return {*this, on_node(OperationKind::enable_node, executable, node)};
}
Call Issuer::disable_node(ExecutableId executable, std::string_view node) {
  return {*this, on_node(OperationKind::disable_node, executable, node)};
}
Call Issuer::upload(ExecutableId executable, StreamId stream) {
  return {*this, about(OperationKind::upload, executable, stream)};
}
Call Issuer::launch(ExecutableId executable, StreamId stream) {
  return {*this, about(OperationKind::launch, executable, stream)};
}
Call Issuer::retain_object(ExecutableId executable, BufferId buffer) {
  Draft draft = about(OperationKind::retain_object, executable);
  draft.detail.buffer = buffer;
  return {*this, std::move(draft)};
}

Call Issuer::destroy(StreamId stream) { return {*this, about(OperationKind::destroy_stream, stream)}; }
Call Issuer::destroy(EventId event) { return {*this, about(OperationKind::destroy_event, event)}; }
Call Issuer::destroy(GraphId graph) { return {*this, about(OperationKind::destroy_graph, graph)}; }
Call Issuer::destroy(ExecutableId executable) { return {*this, about(OperationKind::destroy_executable, executable)}; }
Call Issuer::destroy(CommunicatorId communicator) {
  return {*this, about(OperationKind::destroy_communicator, communicator)};
}

}  // namespace fencepost
