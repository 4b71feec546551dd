#pragma once

/// A communicator whose ranks all live on one GPU, with the structure that NCCL gives its own.
///
/// One communicator is always serialised by the library, captured and eager work mixed: every
/// collective waits for the one submitted before it and is waited for by the next, through a
/// private event. In a capture the first wait and every record of that event are external nodes;
/// further collectives of the same capture follow the one before by an edge (definitions.md 8). With one
/// rank NCCL takes a shortcut, and so does this. Needs the CUDA runtime. Not thread-safe.

#include <fencepost/traces/operation.h>

#include <cstdint>
#include <map>
#include <optional>

#include <cuda_runtime_api.h>

namespace fencepost::cuda {

/// The number of the capture that a stream takes part in; none when it is not capturing.
using CaptureNumber = std::optional<unsigned long long>;

class LoopbackCommunicator {
 public:
  LoopbackCommunicator(std::uint64_t ranks, CommunicatorProfile profile);
  LoopbackCommunicator(const LoopbackCommunicator&) = delete;
  LoopbackCommunicator& operator=(const LoopbackCommunicator&) = delete;
  ~LoopbackCommunicator();

  [[nodiscard]] std::uint64_t ranks() const { return ranks_; }
  /// What comes before and after the kernel of a collective on `stream`.
  cudaError_t before(cudaStream_t stream, CaptureNumber capture);
  cudaError_t after(cudaStream_t stream, CaptureNumber capture);

 private:
  std::uint64_t ranks_;
  bool serialises_;
  cudaEvent_t newest_ = nullptr;                          // the collective submitted last
  std::map<unsigned long long, cudaEvent_t> in_capture_;  // the one captured last, by capture
};

}  // namespace fencepost::cuda
