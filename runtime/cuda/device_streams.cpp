#include <fencepost/runtime/cuda/implementation.h>

#include <algorithm>
#include <thread>

namespace fencepost::cuda {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::microseconds poll_interval{20};

/// Asks `done` again and again until it says yes or `patience` is over.
template <class Done>
bool poll(std::chrono::milliseconds patience, Done done) {
  const Clock::time_point end = Clock::now() + patience;
  while (!done()) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(poll_interval);
  }
  return true;
}

}  // namespace

Outcome Device::Implementation::create_stream(const Operation& operation) {
  Stream& stream = at(streams_, operation.created_stream());
  stream = Stream{};
  stream.kind = operation.detail->stream_kind;
  cudaError_t error = cudaSuccess;
  switch (stream.kind) {
    case StreamKind::nonblocking:
    case StreamKind::blocking:
      error = cudaStreamCreateWithPriority(
          &stream.handle, stream.kind == StreamKind::blocking ? cudaStreamDefault : cudaStreamNonBlocking,
          operation.detail->priority);
      break;
    case StreamKind::legacy:
      stream.handle = cudaStreamLegacy;
      break;
    case StreamKind::per_thread:
      stream.handle = cudaStreamPerThread;
      break;
  }
  stream.alive = error == cudaSuccess;
  return result(error);
}

Outcome Device::Implementation::destroy_stream(const Operation& operation) {
  Stream& stream = at(streams_, operation.created_stream());
  if (!stream.alive) return dead_handle();
  const bool ours = stream.kind == StreamKind::nonblocking || stream.kind == StreamKind::blocking;
  const cudaError_t error = ours ? cudaStreamDestroy(stream.handle) : cudaSuccess;
  if (error == cudaSuccess) stream.alive = false;
  return result(error);
}

Outcome Device::Implementation::create_event(const Operation& operation) {
  return result(cudaEventCreateWithFlags(&at(events_, operation.event()), cudaEventDisableTiming));
}

Outcome Device::Implementation::destroy_event(const Operation& operation) {
  cudaEvent_t& event = at(events_, operation.event());
  if (event == nullptr) return dead_handle();
  const cudaError_t error = cudaEventDestroy(event);
  if (error == cudaSuccess) event = nullptr;
  return result(error);
}

Outcome Device::Implementation::record(const Operation& operation) {
  const cudaEvent_t event = at(events_, operation.event());
  const Stream& stream = at(streams_, operation.stream);
  if (event == nullptr || !stream.alive) return dead_handle();
  const unsigned flags = operation.flags.external ? cudaEventRecordExternal : cudaEventRecordDefault;
  const cudaError_t error = cudaEventRecordWithFlags(event, stream.handle, flags);
  if (error == cudaSuccess) at(records_, operation.event()) = {operation.line, operation.stream};
  return result(error);
}

Outcome Device::Implementation::wait(const Operation& operation) {
  const cudaEvent_t event = at(events_, operation.event());
  Stream& stream = at(streams_, operation.stream);
  if (event == nullptr || !stream.alive) return dead_handle();
  const unsigned flags = operation.flags.external ? cudaEventWaitExternal : cudaEventWaitDefault;
  const cudaError_t error = cudaStreamWaitEvent(stream.handle, event, flags);
  if (error == cudaSuccess && !is_capturing(stream.handle)) note_wait(stream, operation);
  return result(error);
}

Outcome Device::Implementation::query(const Operation& operation) {
  const bool of_event = operation.kind == OperationKind::query_event;
  const cudaEvent_t event = of_event ? at(events_, operation.event()) : nullptr;
  const Stream* stream = of_event ? nullptr : &at(streams_, operation.created_stream());
  if (of_event ? event == nullptr : !stream->alive) return dead_handle();
  cudaError_t error = cudaSuccess;
  const auto ask = [&] {
    error = of_event ? cudaEventQuery(event) : cudaStreamQuery(stream->handle);
    return error != cudaErrorNotReady;
  };
  // The schedule says that the program saw it ready, and goes on from there: so must the card.
  if (operation.detail->ready.value_or(false)) {
    poll(settings_.patience, ask);
  } else {
    ask();
  }
  Outcome outcome = result(error);
  if (error == cudaSuccess || error == cudaErrorNotReady) outcome.ready = error == cudaSuccess;
  return outcome;
}

Outcome Device::Implementation::synchronize(const Operation& operation) {
  if (operation.kind == OperationKind::synchronize_device) return result(cudaDeviceSynchronize());
  if (operation.kind == OperationKind::synchronize_event) {
    const cudaEvent_t event = at(events_, operation.event());
    return event == nullptr ? dead_handle() : result(cudaEventSynchronize(event));
  }
  const Stream& stream = at(streams_, operation.created_stream());
  return stream.alive ? result(cudaStreamSynchronize(stream.handle)) : dead_handle();
}

bool Device::Implementation::await_stream(cudaStream_t stream) {
  // Our own question must break nobody's capture.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaError_t error = cudaSuccess;
  const bool done = poll(settings_.patience, [&] {
    error = cudaStreamQuery(stream);
    return error != cudaErrorNotReady;
  });
  cudaThreadExchangeStreamCaptureMode(&mode);
  static_cast<void>(result(error));
  return done;
}

bool Device::Implementation::await_eager_work() {
  const bool captures =
      std::ranges::any_of(streams_, [](const Stream& each) { return each.alive && is_capturing(each.handle); });
  return std::ranges::all_of(streams_, [&](const Stream& stream) {
    // The legacy stream may not even be asked while a blocking stream captures (row K15).
    const bool may_ask = stream.kind != StreamKind::legacy || !captures;
    return !stream.alive || !may_ask || is_capturing(stream.handle) || await_stream(stream.handle);
  });
}

bool Device::Implementation::await(const Progress& progress) {
  const OperationKind kind = authors_[progress.author].kind;
  // Copies, fills and a library's collectives cannot note their end themselves.
  const bool by_library = is_collective(kind) && !real_communicators_.empty();
  if (kind == OperationKind::copy || kind == OperationKind::fill || by_library) return await_eager_work();
  const auto finished = workspace_.finished();
  return poll(settings_.patience, [&] {
    return *static_cast<const volatile std::uint32_t*>(&finished[progress.author]) >= progress.executions;
  });
}

bool Device::Implementation::await_idle() {
  for (const Stream& stream : streams_) {
    if (stream.alive && !await_stream(stream.handle)) return false;
  }
  // What destroyed streams still had to do. A capture that a schedule left behind may refuse the call.
  static_cast<void>(result(cudaDeviceSynchronize()));
  return true;
}

void Device::Implementation::note_issued(Stream& stream, std::span<const AuthorId> authors) {
  const std::lock_guard lock(issued_mutex_);
  for (const AuthorId author : authors) stream.issued.push_back({{author, ++executions_[author]}, stream.waits});
  stream.waits.clear();
}

void Device::Implementation::note_wait(Stream& stream, const Operation& operation) {
  const Record& bound = at(records_, operation.event());
  const std::lock_guard lock(issued_mutex_);
  stream.waits.push_back({operation.event(), operation.line, bound.line, bound.stream});
}

DeviceProgress Device::Implementation::progress() const {
  const std::lock_guard lock(issued_mutex_);
  const auto reached = [](std::span<const std::uint32_t> counts, const Progress& work) {
    return *static_cast<const volatile std::uint32_t*>(&counts[work.author]) >= work.executions;
  };
  DeviceProgress all{in_call_ ? line_.load() : 0U, {}};
  for (std::uint32_t i = 0; i < streams_.size(); ++i) {
    StreamProgress stream{StreamId{i}, {}};
    for (const Issued& issued : streams_[i].issued) {
      if (reached(workspace_.finished(), issued.work)) continue;
      stream.unfinished.push_back({issued.work, reached(workspace_.started(), issued.work), issued.waits});
    }
    all.streams.push_back(std::move(stream));
  }
  return all;
}

bool Device::Implementation::is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  const cudaError_t error = cudaStreamIsCapturing(stream, &status);
  if (error != cudaSuccess) static_cast<void>(cudaGetLastError());
  return error != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

CaptureNumber Device::Implementation::capture_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long number = 0;
  const cudaError_t error = cudaStreamGetCaptureInfo(stream, &status, &number, nullptr, nullptr, nullptr, nullptr);
  if (error != cudaSuccess) static_cast<void>(cudaGetLastError());  // The legacy stream beside a capture.
  return error == cudaSuccess && status != cudaStreamCaptureStatusNone ? CaptureNumber(number) : std::nullopt;
}

}  // namespace fencepost::cuda
