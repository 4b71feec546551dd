#include <fencepost/model/device.h>
#include <fencepost/model/implementation.h>
#include <fencepost/traces/statement_table.h>

#include <fmt/format.h>

namespace fencepost::model {

Device::Device(SubmissionSink& sink, Rules rules) : implementation_(std::make_unique<Implementation>(sink, rules)) {}
Device::~Device() = default;

Outcome Device::submit(const Operation& operation) { return implementation_->submit(operation); }
void Device::finish() { implementation_->finish(); }
const std::optional<ModelError>& Device::error() const { return implementation_->error; }
std::span<const Generation> Device::generations() const { return implementation_->memory.generations(); }
std::vector<std::uint64_t> Device::recurring_state() const { return implementation_->recurring_state(); }
bool Device::captures_now() const { return implementation_->captures_now(); }
std::uint64_t Device::reserved_now() const { return implementation_->memory.reserved_now(); }
std::uint64_t Device::region_size(RegionId region) const { return implementation_->memory.addresses().size(region); }
Address Device::region_base(RegionId region) const { return implementation_->memory.addresses().base(region); }
Device::PoolUse Device::pool_use(PoolId pool) const { return implementation_->memory.use(pool); }
std::vector<std::pair<PoolId, Device::PoolUse>> Device::pool_uses() const { return implementation_->memory.uses(); }
Device::PoolUse Device::total_use() const { return implementation_->memory.total_use(); }

Device::Implementation::Implementation(SubmissionSink& sink, Rules rules) : rules_(rules), emitter_(sink, rules) {
  threads_.emplace_back().axis = emitter_.new_axis();
  default_pool_.declared = true;
}

StreamState& Device::Implementation::stream(StreamId id) { return at(streams_, id); }

Outcome Device::Implementation::refuse(const Operation& operation, Status status, Refusal refusal,
                                       std::uint32_t first_line, Capture* broken) {
  RefusedCall refused;
  refused.line = operation.line;
  refused.first_line = first_line;
  refused.operation = operation.kind;
  refused.status = status;
  refused.refusal = refusal;
  refused.stream = operation.stream;
  refused.thread = operation.thread;
  refused.after = emitter_.newest();
  switch (operation.kind) {
    case OperationKind::record:
    case OperationKind::wait:
    case OperationKind::query_event:
    case OperationKind::synchronize_event:
    case OperationKind::destroy_event:
      refused.event = operation.event();
      break;
    case OperationKind::release:
    case OperationKind::record_stream:
    case OperationKind::allocate:
      refused.buffer = operation.buffer();
      break;
    default:
      break;
  }
  if (broken != nullptr) {
    refused.graph = broken->origin().graph;
    refused.invalidated_capture = broken->valid();
    broken->invalidate();
  }
  emitter_.emit(refused);
  return {status, status, std::nullopt, std::nullopt};
}

void Device::Implementation::complain(const Operation& operation, Refusal refusal, std::uint32_t first_line,
                                      BufferId buffer) {
  RefusedCall complaint;
  complaint.line = operation.line;
  complaint.first_line = first_line;
  complaint.operation = operation.kind;
  complaint.refusal = refusal;
  complaint.stream = operation.stream;
  complaint.thread = operation.thread;
  complaint.buffer = buffer;
  complaint.after = emitter_.newest();
  emitter_.emit(complaint);
}

Outcome Device::Implementation::misuse(const Operation& operation, std::string message) {
  if (!error) error = ModelError{operation.line, ModelError::Kind::misuse, std::move(message)};
  return {Status::cudaErrorUnknown, Status::cudaErrorUnknown, std::nullopt, std::nullopt};
}

Outcome Device::Implementation::not_modelled(const Operation& operation, std::string_view what) {
  if (!error) {
    error = ModelError{operation.line, ModelError::Kind::not_modelled,
                       fmt::format("not modelled yet: line {}, `{}`", operation.line, what)};
  }
  return {Status::cudaErrorUnknown, Status::cudaErrorUnknown, std::nullopt, std::nullopt};
}

void Device::Implementation::finish() {
  if (error) return;
  for (const ThreadState& each : threads_) {
    if (each.open_groups == 0) continue;
    error = ModelError{0, ModelError::Kind::misuse, "a `group_begin` is never followed by its `group_end`"};
    return;
  }
  for (const Capture& capture : captures_) {
    if (!capture.live()) continue;
    error = ModelError{
        capture.origin().line, ModelError::Kind::misuse,
        fmt::format("the capture that begins at line {} never ends; add `end_capture`", capture.origin().line)};
    return;
  }
  complain_of_leaks();
}

Outcome Device::Implementation::submit(const Operation& operation) {
  using Kind = OperationKind;
  if (error) return {Status::cudaErrorUnknown, Status::cudaErrorUnknown, std::nullopt, std::nullopt};
  waits_.clear();
  switch (operation.kind) {
    case Kind::create_device:
      return {};
    case Kind::create_thread:
      return create_thread(operation);
    case Kind::create_stream:
      return create_stream(operation);
    case Kind::create_event:
      return create_event(operation);
    case Kind::create_buffer:
      return create_buffer(operation);
    case Kind::create_pool:
      return create_pool(operation);
    case Kind::create_communicator:
      return create_communicator(operation);
    case Kind::create_signal:
    case Kind::create_mutex:
      return {};
    case Kind::create_barrier:
      at(barriers_, operation.barrier()).threads = operation.detail->count;
      return {};
    case Kind::kernel:
    case Kind::copy:
    case Kind::fill:
    case Kind::host_function:
    case Kind::write_value:
    case Kind::wait_value:
      return work(operation);
    case Kind::all_reduce:
    case Kind::all_gather:
    case Kind::reduce_scatter:
    case Kind::all_to_all:
    case Kind::broadcast:
    case Kind::reduce:
    case Kind::send:
    case Kind::receive:
      return collective(operation);
    case Kind::group_begin:
      return begin_group(operation);
    case Kind::group_end:
      return end_group(operation);
    case Kind::host_access:
      return host_access(operation);
    case Kind::record:
      return record(operation);
    case Kind::wait:
      return wait(operation);
    case Kind::query_event:
      return query_event(operation);
    case Kind::query_stream:
      return query_stream(operation);
    case Kind::synchronize_event:
      return synchronize_event(operation);
    case Kind::synchronize_stream:
      return synchronize_stream(operation);
    case Kind::synchronize_device:
      return synchronize_device(operation);
    case Kind::start_thread:
      return start_thread(operation);
    case Kind::join_thread:
      return join_thread(operation);
    case Kind::notify:
      return notify(operation);
    case Kind::await:
      return await(operation);
    case Kind::arrive:
      return arrive(operation);
    case Kind::lock:
      return lock(operation);
    case Kind::unlock:
      return unlock(operation);
    case Kind::allocate:
      return allocate(operation);
    case Kind::release:
      return release(operation);
    case Kind::record_stream:
      return record_stream(operation);
    case Kind::trim:
      return trim(operation);
    case Kind::register_window:
      return register_window(operation);
    case Kind::deregister_window:
      return deregister_window(operation);
    case Kind::unmap:
      return unmap(operation);
    case Kind::map:
      return map(operation);
    case Kind::begin_capture:
      return begin_capture(operation);
    case Kind::end_capture:
      return end_capture(operation);
    case Kind::exchange_capture_mode:
      return exchange_capture_mode(operation);
    case Kind::update_dependencies:
      return update_dependencies(operation);
    case Kind::create_graph:
      return create_graph(operation);
    case Kind::add_node:
      return add_node(operation);
    case Kind::add_edge:
      return add_edge(operation);
    case Kind::add_child:
      return add_child(operation);
    case Kind::add_conditional:
      return add_conditional(operation);
    case Kind::instantiate:
      return instantiate(operation);
    case Kind::update:
      return update(operation);
    case Kind::update_node:
      return update_node(operation);
    case Kind::enable_node:
      return set_node_enabled(operation, true);
    case Kind::disable_node:
      return set_node_enabled(operation, false);
    case Kind::upload:
      return {};
    case Kind::retain_object:
      return retain_object(operation);
    case Kind::launch:
      return launch(operation);
    case Kind::destroy_stream:
      return destroy_stream(operation);
    case Kind::destroy_event:
      return destroy_event(operation);
    case Kind::destroy_graph:
      return destroy_graph(operation);
    case Kind::destroy_executable:
      return destroy_executable(operation);
    case Kind::destroy_communicator:
      return destroy_communicator(operation);
    default:
      return not_modelled(operation, full_keyword(statement_of(operation.kind)));
  }
}

}  // namespace fencepost::model
