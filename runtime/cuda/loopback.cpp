#include <fencepost/runtime/cuda/loopback.h>

namespace fencepost::cuda {
namespace {

cudaEvent_t new_event() {
  cudaEvent_t event = nullptr;
  return cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess ? event : nullptr;
}

}  // namespace

LoopbackCommunicator::LoopbackCommunicator(std::uint64_t ranks, CommunicatorProfile profile)
    : ranks_(ranks),
      serialises_(ranks > 1 && (profile == CommunicatorProfile::nccl || profile == CommunicatorProfile::loopback)) {
  if (serialises_) newest_ = new_event();
}

LoopbackCommunicator::~LoopbackCommunicator() {
  if (newest_ != nullptr) cudaEventDestroy(newest_);
  for (const auto& [capture, event] : in_capture_) cudaEventDestroy(event);
}

cudaError_t LoopbackCommunicator::before(cudaStream_t stream, CaptureNumber capture) {
  if (!serialises_) return cudaSuccess;
  if (!capture) return cudaStreamWaitEvent(stream, newest_, cudaEventWaitDefault);
  const auto earlier = in_capture_.find(*capture);
  if (earlier != in_capture_.end()) return cudaStreamWaitEvent(stream, earlier->second, cudaEventWaitDefault);
  return cudaStreamWaitEvent(stream, newest_, cudaEventWaitExternal);
}

cudaError_t LoopbackCommunicator::after(cudaStream_t stream, CaptureNumber capture) {
  if (!serialises_) return cudaSuccess;
  if (!capture) return cudaEventRecord(newest_, stream);
  const cudaError_t error = cudaEventRecordWithFlags(newest_, stream, cudaEventRecordExternal);
  if (error != cudaSuccess) return error;
  const auto [position, is_new] = in_capture_.try_emplace(*capture);
  if (is_new) position->second = new_event();
  return cudaEventRecord(position->second, stream);
}

}  // namespace fencepost::cuda
