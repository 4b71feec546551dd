#include <fencepost/runtime/cuda/implementation.h>
#include <fencepost/runtime/cuda/kernels.h>
#include <fencepost/runtime/cuda/movement.h>

#include <algorithm>
#include <utility>

namespace fencepost::cuda {

Outcome Device::Implementation::create_communicator(const Operation& operation) {
  const CommunicatorId id = operation.communicator();
  const std::uint64_t ranks = operation.detail->count;
  communicators_.erase(id);
  real_communicators_.erase(id);
  CommunicatorChoice choice =
      choose_communicator(ranks, operation.detail->communicator_profile, settings_.communicators);
  if (choice.real) {
    const CommunicatorNumber number = played_communicators.size();
    choice.why_not = settings_.communicators->make(number);
    if (choice.why_not.empty()) real_communicators_[id] = {number, ranks};
  }
  if (!real_communicators_.contains(id)) {
    communicators_.try_emplace(id, ranks, operation.detail->communicator_profile);
  }
  played_communicators.push_back({id, ranks, std::move(choice.why_not)});
  return {};
}

Outcome Device::Implementation::destroy_communicator(const Operation& operation) {
  communicators_.erase(operation.communicator());
  real_communicators_.erase(operation.communicator());  // The library's own lives on for the next run.
  return {};
}

Outcome Device::Implementation::collective(const Operation& operation) {
  const auto group = groups_.find(operation.thread);
  if (group == groups_.end()) return collective_now(operation);
  group->second.members.push_back(
      {operation, {operation.accesses.begin(), operation.accesses.end()}, *operation.detail});
  return {};
}

Outcome Device::Implementation::collective_now(const Operation& operation) {
  Stream& stream = at(streams_, operation.stream);
  const CommunicatorId id = operation.detail->communicator;
  if (!stream.alive) return dead_handle();
  if (const auto real = real_communicators_.find(id); real != real_communicators_.end()) {
    return on_real(operation, real->second, stream);
  }
  const auto loopback = communicators_.find(id);
  return loopback == communicators_.end() ? dead_handle() : on_loopback(operation, loopback->second, stream);
}

Outcome Device::Implementation::on_loopback(const Operation& operation, LoopbackCommunicator& communicator,
                                            Stream& stream) {
  auto task = maker_.make(operation, communicator.ranks());
  if (!task) return refuse(task.error());
  const CaptureNumber capture = capture_of(stream.handle);
  cudaError_t error = communicator.before(stream.handle, capture);
  if (error == cudaSuccess) error = enqueue(operation, *task, stream);
  if (error == cudaSuccess) error = communicator.after(stream.handle, capture);
  return result(error);
}

Outcome Device::Implementation::on_real(const Operation& operation, const RealCommunicator& communicator,
                                        Stream& stream) {
  auto task = maker_.make(operation, communicator.ranks);
  if (!task) return refuse(task.error());
  const std::vector<RankShare> shares = maker_.shares(operation, communicator.ranks);
  if (shares.empty()) return result(enqueue(operation, *task, stream));  // A shape that no call of the library has.
  // The library's kernels log nothing and sleep for nobody: a kernel in front does both.
  task->logs_only = true;
  task->sum_count = 0;
  cudaError_t error = enqueue(operation, *task, stream);
  if (error != cudaSuccess) return result(error);
  for (const RankShare& share : shares) {
    real_group_.push_back({communicator.number, operation.kind, share.from, share.to, share.words, stream.handle});
  }
  if (groups_.contains(operation.thread)) return {};  // `end_group` makes the call.
  const Status status = settings_.communicators->run(std::exchange(real_group_, {}));
  if (status != Status::success) return {status, status, std::nullopt, std::nullopt};
  return result(pause(task->author, Moment::after_last_access, stream.handle));
}

Outcome Device::Implementation::begin_group(const Operation& operation) {
  ++groups_[operation.thread].depth;
  return {};
}

Outcome Device::Implementation::end_group(const Operation& operation) {
  const auto open = groups_.find(operation.thread);
  if (open == groups_.end()) return refuse("no group is open on this thread");
  if (--open->second.depth > 0) return {};  // The outermost end runs them all.
  std::vector<Grouped> group = std::move(open->second.members);
  std::vector<StreamId> streams;
  for (Grouped& each : group) {
    each.operation.accesses = each.accesses;
    each.operation.detail = &each.detail;
    const bool is_new = std::ranges::find(streams, each.operation.stream) == streams.end();
    if (is_new && at(streams_, each.operation.stream).alive) streams.push_back(each.operation.stream);
  }
  // A group is one operation on all of its streams.
  if (const cudaError_t error = join(streams); error != cudaSuccess) return result(error);
  Outcome outcome;
  for (const Grouped& each : group) {
    const Outcome one = collective_now(each.operation);
    if (one.status != Status::success) outcome = one;
  }
  groups_.erase(operation.thread);
  const std::vector<RealCollective> together = std::exchange(real_group_, {});
  if (!together.empty()) {
    const Status status = settings_.communicators->run(together);
    if (status != Status::success) outcome = {status, status, std::nullopt, std::nullopt};
  }
  if (const cudaError_t error = join(streams); error != cudaSuccess) return result(error);
  return outcome;
}

cudaEvent_t Device::Implementation::private_event() {
  cudaEvent_t event = nullptr;
  if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess) private_events_.push_back(event);
  return event;
}

cudaError_t Device::Implementation::join(std::span<const StreamId> streams) {
  if (streams.size() < 2) return cudaSuccess;
  std::vector<cudaEvent_t> reached;
  for (const StreamId each : streams) {
    reached.push_back(private_event());
    const cudaError_t error = cudaEventRecord(reached.back(), at(streams_, each).handle);
    if (error != cudaSuccess) return error;
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    for (std::size_t j = 0; j < streams.size(); ++j) {
      if (i == j) continue;
      const cudaError_t error = cudaStreamWaitEvent(at(streams_, streams[i]).handle, reached[j]);
      if (error != cudaSuccess) return error;
    }
  }
  return cudaSuccess;
}

Outcome Device::Implementation::register_window(const Operation& operation) {
  const auto real = real_communicators_.find(operation.detail->communicator);
  if (real == real_communicators_.end()) return {};  // A loopback communicator needs none.
  const Access all{operation.detail->buffer, AccessMode::read, 0, 0, sizes_[operation.detail->buffer]};
  const WordRange words = maker_.words(all);
  const Status status = settings_.communicators->register_window(
      operation.window(), real->second.number, {words.words, std::size_t{words.cells} * words_per_cell});
  if (status == Status::success) real_windows_.insert(operation.window());
  return {status, status, std::nullopt, std::nullopt};
}

Outcome Device::Implementation::deregister_window(const Operation& operation) {
  if (real_windows_.erase(operation.window()) == 0) return {};
  const Status status = settings_.communicators->deregister_window(operation.window());
  return {status, status, std::nullopt, std::nullopt};
}

}  // namespace fencepost::cuda
