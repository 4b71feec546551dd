#include <fencepost/runtime/cuda/driver.h>
#include <fencepost/runtime/cuda/implementation.h>
#include <fencepost/runtime/cuda/kernels.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

void run_on_host(void* data) {
  const HostTask& host = *static_cast<const HostTask*>(data);
  perform_on_host(host.task, host.tables);
}

/// The only access with (or without) a write. REQUIRES: there is one.
const Access& side_of_copy(const Operation& operation, bool written) {
  return *std::ranges::find_if(operation.accesses,
                               [&](const Access& access) { return writes(access.mode) == written; });
}

bool is_copy(const Operation& operation) {
  return operation.accesses.size() == 2 && writes(operation.accesses[0].mode) != writes(operation.accesses[1].mode);
}

}  // namespace

AuthorId Device::Implementation::next_author(const Operation& operation, CaptureNumber capture) {
  const AuthorKey key = capture ? occurrences_[*capture].next(operation.line, operation.label, operation.kind)
                                : AuthorKey{ExecutableId::none(), operation.line, operation.label, operation.kind};
  return authors_.intern(key);
}

cudaError_t Device::Implementation::pause(AuthorId author, Moment moment, cudaStream_t stream) {
  if (!settings_.delays.delays_anything()) return cudaSuccess;
  return launch_pause(author, moment, device_tables_, stream);
}

cudaError_t Device::Implementation::enqueue(const Operation& operation, Task& task, Stream& stream) {
  const CaptureNumber capture = capture_of(stream.handle);
  task.author = next_author(operation, capture);
  if (!admit(task.author)) return cudaErrorUnknown;
  task.counted = capture.has_value();
  task.execution = executions_[task.author];
  if (!capture) log_on_device(task, task.execution, 1);
  const cudaError_t error = launch_task(task, device_tables_, stream.handle, operation.flags.early);
  if (error == cudaSuccess && !capture) note_issued(stream, std::span(&task.author, 1));
  return error;
}

Outcome Device::Implementation::kernel(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  auto task = maker_.make(operation, 0);
  if (!task) return refuse(task.error());
  return result(enqueue(operation, *task, stream));
}

Outcome Device::Implementation::copy(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  if (!is_copy(operation)) return refuse("a copy needs one source and one target");
  const WordRange from = maker_.words(side_of_copy(operation, false));
  const WordRange to = maker_.words(side_of_copy(operation, true));
  if (from.cells != to.cells) return refuse("source and target of a copy differ in size");
  if (operation.flags.synchronous) return result(copy_synchronously(from, to, operation, stream));
  const AuthorId author = next_author(operation, capture_of(stream.handle));
  if (!admit(author)) return refuse({});
  cudaError_t error = pause(author, Moment::before_first_access, stream.handle);
  if (error == cudaSuccess) {
    error = cudaMemcpyAsync(to.words, from.words, to.bytes(), cudaMemcpyDefault, stream.handle);
  }
  if (error == cudaSuccess) error = pause(author, Moment::after_last_access, stream.handle);
  return result(error);
}

cudaError_t Device::Implementation::copy_synchronously(const WordRange& from, const WordRange& to,
                                                       const Operation& operation, Stream& stream) {
  if (stream.kind == StreamKind::legacy) return cudaMemcpy(to.words, from.words, to.bytes(), cudaMemcpyDefault);
  cudaError_t error = cudaMemcpyAsync(to.words, from.words, to.bytes(), cudaMemcpyDefault, stream.handle);
  const bool on_device = std::ranges::all_of(
      operation.accesses, [&](const Access& access) { return maker_.memory(access.buffer) == MemoryKind::device; });
  const bool blocks = !on_device || capture_of(stream.handle).has_value();
  if (error == cudaSuccess && blocks) error = cudaStreamSynchronize(stream.handle);
  return error;
}

Outcome Device::Implementation::fill(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  if (operation.accesses.size() != 1) return refuse("a fill needs one target");
  const AuthorId author = next_author(operation, capture_of(stream.handle));
  if (!admit(author)) return refuse({});
  const WordRange to = maker_.words(operation.accesses[0]);
  cudaError_t error = pause(author, Moment::before_first_access, stream.handle);
  if (error == cudaSuccess) error = fill_words(to.words, fill_pattern(author), to.bytes(), stream.handle);
  if (error == cudaSuccess) error = pause(author, Moment::after_last_access, stream.handle);
  return result(error);
}

Outcome Device::Implementation::host_function(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  if (!stream.alive) return dead_handle();
  auto task = maker_.make(operation, 0);
  if (!task) return refuse(task.error());
  const CaptureNumber capture = capture_of(stream.handle);
  task->author = next_author(operation, capture);
  if (!admit(task->author)) return refuse({});
  task->counted = capture.has_value();
  task->execution = executions_[task->author];
  if (!capture) log_on_host(*task, task->execution, 1);
  host_tasks_.push_back({*task, host_tables_});
  const cudaError_t error = cudaLaunchHostFunc(stream.handle, run_on_host, &host_tasks_.back());
  if (error == cudaSuccess && !capture) note_issued(stream, std::span(&task->author, 1));
  return result(error);
}

Outcome Device::Implementation::host_access(const Operation& operation) {
  auto task = maker_.make(operation, 0);
  if (!task) return refuse(task.error());
  task->author = next_author(operation, std::nullopt);
  if (!admit(task->author)) return refuse({});
  task->execution = executions_[task->author]++;
  log_on_host(*task, task->execution, 1);
  perform_on_host(*task, host_tables_);
  return {};
}

}  // namespace fencepost::cuda
