#include <fencepost/runtime/cuda/device.h>
#include <fencepost/runtime/cuda/implementation.h>
#include <fencepost/runtime/cuda/status_codes.h>
#include <fencepost/traces/lockstep.h>

#include <thread>

namespace fencepost::cuda {

Device::Device(Workspace& workspace, Authors& authors, const Coordinates& coordinates, DeviceSettings settings)
    : implementation_(std::make_unique<Implementation>(workspace, authors, coordinates, std::move(settings))) {}
Device::~Device() = default;

void Device::place_next(const Allocation& allocation) { implementation_->next_allocation = allocation; }
Outcome Device::submit(const Operation& operation) { return implementation_->submit(operation); }
bool Device::await(std::span<const Progress> progress) {
  for (const Progress& each : progress) {
    if (!implementation_->await(each)) return false;
  }
  return true;
}
bool Device::await_idle() { return implementation_->await_idle(); }
bool Device::await_eager_work() { return implementation_->await_eager_work(); }
DeviceProgress Device::progress() const { return implementation_->progress(); }
const std::string& Device::not_played() const { return implementation_->not_played; }
std::optional<StickyError> Device::sticky_error() const { return implementation_->sticky_error; }
const std::string& Device::not_rebuilt() const { return implementation_->not_rebuilt; }
const DigestLog& Device::device_log() const { return implementation_->device_log; }
std::uint64_t Device::device_log_size() const { return implementation_->device_log_size; }
std::span<const PlacedBlock> Device::driver_blocks() const { return implementation_->driver_blocks; }
std::span<const PlayedCommunicator> Device::communicators() const { return implementation_->played_communicators; }
LogView Device::host_log() const { return {&implementation_->host_log, implementation_->host_entries}; }

namespace {

constexpr std::size_t host_log_entries = std::size_t{1} << 16U;

}  // namespace

Device::Implementation::Implementation(Workspace& workspace, Authors& authors, const Coordinates& coordinates,
                                       DeviceSettings settings)
    : workspace_(workspace),
      authors_(authors),
      settings_(std::move(settings)),
      maker_(coordinates, workspace.arenas()),
      device_tables_(workspace.tables()),
      host_tables_(workspace.tables()),
      host_counters_(workspace.limits().authors) {
  host_entries.reserve(host_log_entries);  // Host functions keep pointers into it.
  host_tables_.counters = host_counters_.data();
  host_tables_.log = host_entries.data();
  host_tables_.log_size = host_log_entries;
}

Device::Implementation::~Implementation() {
  abandon_captures();
  await_idle();
  for (const Executable& executable : executables_) {
    if (executable.handle != nullptr) cudaGraphExecDestroy(executable.handle);
  }
  for (const cudaGraph_t graph : graphs_) {
    if (graph != nullptr) cudaGraphDestroy(graph);
  }
  for (const cudaGraph_t graph : retired_graphs_) cudaGraphDestroy(graph);
  for (const cudaEvent_t event : events_) {
    if (event != nullptr) cudaEventDestroy(event);
  }
  for (const cudaEvent_t event : private_events_) cudaEventDestroy(event);
  for (const WindowId window : real_windows_) settings_.communicators->deregister_window(window);
  free_what_is_left();
  for (const Stream& stream : streams_) {
    const bool ours = stream.kind == StreamKind::nonblocking || stream.kind == StreamKind::blocking;
    if (stream.alive && ours) cudaStreamDestroy(stream.handle);
  }
  communicators_.clear();
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  cudaThreadExchangeStreamCaptureMode(&mode);
  static_cast<void>(cudaGetLastError());
}

Outcome Device::Implementation::submit(const Operation& operation) {
  line_ = operation.line;
  in_call_ = true;
  Outcome outcome;
  if (!operation.thread.exists() || operation.thread == main_thread) {
    outcome = dispatch(operation);
  } else {
    threads_[operation.thread].run([&] { outcome = dispatch(operation); });
  }
  in_call_ = false;
  return outcome;
}

Outcome Device::Implementation::result(cudaError_t error) {
  if (error != cudaSuccess) static_cast<void>(cudaGetLastError());
  const Status status = status_of(error);
  if (is_sticky(status) && !sticky_error) sticky_error = StickyError{status, line_};
  return {status, status, std::nullopt, std::nullopt};
}

Outcome Device::Implementation::dead_handle() {
  return {Status::cudaErrorInvalidResourceHandle, Status::cudaErrorInvalidResourceHandle, std::nullopt, std::nullopt};
}

Outcome Device::Implementation::refuse(std::string reason) {
  if (not_played.empty()) not_played = std::move(reason);
  return {Status::cudaErrorUnknown, Status::cudaErrorUnknown, std::nullopt, std::nullopt};
}

Outcome Device::Implementation::dispatch(const Operation& operation) {
  using Kind = OperationKind;
  switch (operation.kind) {
    case Kind::create_stream:
      return create_stream(operation);
    case Kind::destroy_stream:
      return destroy_stream(operation);
    case Kind::create_event:
      return create_event(operation);
    case Kind::destroy_event:
      return destroy_event(operation);
    case Kind::record:
      return record(operation);
    case Kind::wait:
      return wait(operation);
    case Kind::query_event:
    case Kind::query_stream:
      return query(operation);
    case Kind::synchronize_event:
    case Kind::synchronize_stream:
    case Kind::synchronize_device:
      return synchronize(operation);
    case Kind::kernel:
      return kernel(operation);
    case Kind::copy:
      return copy(operation);
    case Kind::fill:
      return fill(operation);
    case Kind::host_function:
      return host_function(operation);
    case Kind::host_access:
      return host_access(operation);
    default:
      return is_collective(operation.kind) ? collective(operation) : dispatch_memory(operation);
  }
}

Outcome Device::Implementation::dispatch_memory(const Operation& operation) {
  using Kind = OperationKind;
  switch (operation.kind) {
    case Kind::create_buffer:
      return place(operation);
    case Kind::create_pool:
      return create_pool(operation);
    case Kind::trim:
      return trim(operation);
    case Kind::allocate:
      return allocate(operation);
    case Kind::release:
      return release(operation);
    case Kind::create_communicator:
      return create_communicator(operation);
    case Kind::destroy_communicator:
      return destroy_communicator(operation);
    case Kind::group_begin:
      return begin_group(operation);
    case Kind::group_end:
      return end_group(operation);
    case Kind::register_window:
      return register_window(operation);
    case Kind::deregister_window:
      return deregister_window(operation);
    // Pools act by themselves, and calls come one after the other in the order of the schedule, so
    // neither these nor the synchronisation of host threads need a call.
    case Kind::record_stream:
    case Kind::create_thread:
    case Kind::create_signal:
    case Kind::create_barrier:
    case Kind::create_mutex:
    case Kind::start_thread:
    case Kind::join_thread:
    case Kind::notify:
    case Kind::await:
    case Kind::arrive:
    case Kind::lock:
    case Kind::unlock:
      return {};
    default:
      return dispatch_graph(operation);
  }
}

Outcome Device::Implementation::dispatch_graph(const Operation& operation) {
  using Kind = OperationKind;
  switch (operation.kind) {
    case Kind::begin_capture:
      return begin_capture(operation);
    case Kind::end_capture:
      return end_capture(operation);
    case Kind::exchange_capture_mode:
      return exchange_capture_mode(operation);
    case Kind::instantiate:
      return instantiate(operation);
    case Kind::update:
      return update(operation);
    case Kind::launch:
      return launch(operation);
    case Kind::destroy_graph:
      return destroy_graph(operation);
    case Kind::destroy_executable:
      return destroy_executable(operation);
    case Kind::update_dependencies:
      return update_dependencies(operation);
    default:
      return dispatch_node(operation);
  }
}

bool Device::Implementation::admit(AuthorId author) {
  if (author >= workspace_.limits().authors) {
    refuse("it has more pieces of work than the tables have rows");
    return false;
  }
  if (admitted_.insert(author).second) workspace_.delays()[author] = settings_.delays.of(authors_[author]);
  return true;
}

void Device::Implementation::log_on_device(Task& task, std::uint32_t first_execution, std::uint32_t executions) {
  task.log_first = first_execution;
  task.log_executions = executions;
  task.log_base = device_log_size;
  const std::uint64_t needed = std::uint64_t{executions} * task.log_stride;
  if (device_log_size + needed > workspace_.limits().log_entries)
    refuse("it reads more cells than the log has room for");
  device_log_size += needed;
  if (needed != 0) device_log.add({task.author, first_execution, executions, task.log_stride, task.log_base});
}

void Device::Implementation::log_on_host(Task& task, std::uint32_t first_execution, std::uint32_t executions) {
  task.log_first = first_execution;
  task.log_executions = executions;
  task.log_base = host_entries.size();
  const std::uint64_t needed = std::uint64_t{executions} * task.log_stride;
  if (host_entries.size() + needed > host_log_entries) {
    refuse("the host reads more cells than its log has room for");
    task.log_executions = 0;
    return;
  }
  host_entries.resize(host_entries.size() + needed);
  if (needed != 0) host_log.add({task.author, first_execution, executions, task.log_stride, task.log_base});
}

}  // namespace fencepost::cuda
