#pragma once

/// Tensors of somebody else, allocated and dropped between the engine's steps.

#include <fencepost/runtime/gtp/execution.h>

#include <deque>

namespace fencepost::gtp {

class Noise {
 public:
  void allocate(Execution& execution) {
    const std::uint64_t bytes = execution.configuration.activation_size();
    live_.push_back(execution.calls.allocate("noise", bytes, execution.compute));
    execution.calls.kernel("write_noise", execution.compute).writes(live_.back());
  }
  /// Reads the oldest once more and drops it.
  void drop_oldest(Execution& execution) {
    execution.calls.kernel("read_noise", execution.compute).reads(live_.front());
    execution.calls.release(live_.front());
    live_.pop_front();
  }
  [[nodiscard]] bool empty() const { return live_.empty(); }

 private:
  std::deque<BufferHandle> live_;
};

}  // namespace fencepost::gtp
