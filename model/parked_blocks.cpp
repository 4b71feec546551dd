#include <fencepost/model/implementation.h>

#include <algorithm>
#include <utility>

namespace fencepost::model {

Outcome Device::Implementation::record_stream(const Operation& operation) {
  const GenerationId id = memory.current(operation.buffer());
  if (!id.exists()) return misuse(operation, "this buffer was never allocated");
  const Generation& generation = memory[id];
  if (!generation.pooled) return {};  // Foreign memory is ignored, as PyTorch ignores it.
  if (!generation.alive()) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::invalid_argument, generation.release_line);
  }
  if (operation.stream == generation.home_stream) return {};
  StreamState& used = stream(operation.stream);
  auto& recorded = at(tensors_, operation.buffer()).recorded_streams;
  const auto same = [&](const RecordedStream& other) { return other.stream == operation.stream; };
  if (std::any_of(recorded.begin(), recorded.end(), same)) return {};
  const PoolState& owner = pool(generation.pool);
  RecordedStream added{operation.stream, used.capturing() || capture_underway(owner, operation.stream).exists(), {}};
  if (!rules_.hold(Rule::record_stream_acts_at_release) && used.alive && !used.capturing()) {
    added.early = library_record(operation, operation.stream);
  }
  recorded.push_back(added);
  return {};
}

CaptureId Device::Implementation::capture_underway(const PoolState& owner, StreamId on) const {
  if (owner.profile != AllocatorProfile::torch_2_11 || !caches_blocks(owner.kind) ||
      !rules_.hold(Rule::any_capture_defers_in_torch_2_11)) {
    return CaptureId::none();
  }
  const auto underway = [&](CaptureId id) {
    const Capture::Origin& origin = captures_[id.index()].origin();
    return origin.pool.exists() && at(streams_, origin.stream).device == at(streams_, on).device;
  };
  const auto found = std::find_if(live_captures_.begin(), live_captures_.end(), underway);
  return found == live_captures_.end() ? CaptureId::none() : *found;
}

void Device::Implementation::park(const Operation& operation, const TensorState& tensor, StreamId home) {
  PoolState& owner = pool(tensor.pool);
  ParkedBlock parked;
  parked.block = tensor.block;
  parked.home = home;
  parked.capture = capture_on(home);
  if (!parked.capture.exists() && home.exists()) parked.capture = capture_underway(owner, home);
  for (const RecordedStream& recorded : tensor.recorded_streams) {
    if (stream(recorded.stream).capturing()) parked.capture = stream(recorded.stream).capture;
  }
  if (parked.capture.exists() && !rules_.hold(Rule::capture_defers_recorded_blocks)) {
    if (!tensor.recorded) give_back(owner, tensor.block);
    return;
  }
  if (parked.capture.exists() && owner.reuses_in_capture) mark(parked, tensor);
  for (const RecordedStream& recorded : tensor.recorded_streams) {
    if (parked.capture.exists()) {
      // Uses recorded while capturing are taken to be joined when the capture ends.
      if (!recorded.while_capturing) parked.streams_to_record.push_back(recorded.stream);
    } else if (recorded.early.execution != 0) {
      parked.points.push_back(recorded.early);
    } else if (!stream(recorded.stream).alive) {
      refuse(operation, Status::cudaErrorInvalidResourceHandle, Refusal::dead_handle,
             stream(recorded.stream).destroyed_line);
    } else {
      parked.points.push_back(library_record(operation, recorded.stream));
    }
  }
  if (!tensor.recorded) {
    owner.parked.push_back(std::move(parked));
  } else if (!parked.points.empty()) {
    discharges_[tensor.block] = parked.points;  // The program's own pool decides when; this is what it waits for.
  }
}

void Device::Implementation::mark(ParkedBlock& parked, const TensorState& tensor) {
  Capture& capture = captures_[parked.capture.index()];
  const auto outside = [&](StreamId id) { return capture_on(id) != parked.capture; };
  const bool all_inside =
      !outside(parked.home) && std::none_of(tensor.recorded_streams.begin(), tensor.recorded_streams.end(),
                                            [&](const RecordedStream& recorded) { return outside(recorded.stream); });
  if (!all_inside) return;
  parked.markers = capture.frontier(parked.home);
  for (const RecordedStream& recorded : tensor.recorded_streams) {
    merge_into(parked.markers, capture.frontier(recorded.stream));
  }
}

CompletionPoint Device::Implementation::library_record(const Operation& operation, StreamId on, SlotId slot) {
  waits_.clear();
  StreamState& recorded_on = stream(on);
  Submission submission =
      Emitter::describe(operation, SubmissionKind::record, recorded_on.axis, thread(operation).axis);
  submission.stream = on;
  submission.slot = slot.exists() ? slot : emitter_.new_slot();
  const ExecutionId execution = emit_on(recorded_on, submission);
  waits_.clear();
  return {execution, no_node, submission.slot, recorded_on.axis};
}

bool Device::Implementation::may_poll(const PoolState& owner, const ParkedBlock& parked) {
  if (parked.home.exists() && capture_underway(owner, parked.home).exists()) return false;
  if (live_capture(parked.capture) == nullptr) return true;
  // The newer allocator asks whether the requesting stream captures, and no longer whether any does.
  return owner.profile == AllocatorProfile::torch_main && rules_.hold(Rule::capturing_is_asked_of_one_stream);
}

void Device::Implementation::poll_parked_blocks(const Operation& operation) {
  const CaptureId capture = capture_on(operation.stream);
  const auto poll = [&](PoolState& owner) {
    if (owner.parked.empty()) return;
    unpark(operation, owner, [&](const ParkedBlock& parked) {
      return capture.exists() ? is_joined(parked, capture, operation.stream) : may_poll(owner, parked);
    });
  };
  poll(default_pool_);
  for (PoolState& each : pools_) poll(each);
}

bool Device::Implementation::is_joined(const ParkedBlock& parked, CaptureId capture, StreamId requesting) {
  if (parked.markers.empty() || parked.capture != capture || parked.home != requesting) return false;
  if (!rules_.hold(Rule::markers_free_parked_blocks)) return false;
  if (!rules_.hold(Rule::every_marker_is_awaited)) return true;
  return captures_[capture.index()].precede_next_of(requesting, parked.markers);
}

void Device::Implementation::unpark_at_end(const Operation& operation, const Capture& capture) {
  if (!rules_.hold(Rule::end_of_capture_frees_parked_blocks)) return;
  PoolState& ending = pool(capture.origin().pool);
  if (ending.profile != AllocatorProfile::torch_main || !ending.reuses_in_capture) return;
  unpark(operation, ending, [&](const ParkedBlock& parked) { return parked.capture == capture.origin().id; });
}

void Device::Implementation::unpark(const Operation& operation, PoolState& owner,
                                    const std::function<bool(const ParkedBlock&)>& may_go) {
  const auto going = std::stable_partition(owner.parked.begin(), owner.parked.end(),
                                           [&](const ParkedBlock& parked) { return !may_go(parked); });
  const std::vector<ParkedBlock> gone(going, owner.parked.end());
  owner.parked.erase(going, owner.parked.end());
  for (const ParkedBlock& parked : gone) {
    std::vector<CompletionPoint> points = parked.points;
    for (const StreamId on : parked.streams_to_record) {
      if (stream(on).alive && !stream(on).capturing()) points.push_back(library_record(operation, on));
    }
    give_back(owner, parked.block);
    if (points.empty()) continue;
    if (rules_.hold(Rule::incidental_order_is_guarded)) {
      discharges_[parked.block] = std::move(points);
      continue;
    }
    for (const CompletionPoint& point : points) waits_.add(EdgeReason::sync, point);
    host_wait(operation);
    waits_.clear();
  }
}

}  // namespace fencepost::model
