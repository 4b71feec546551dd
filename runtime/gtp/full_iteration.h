#pragma once

/// The whole iteration as one graph:
/// warming up → (capture) → captured → (replay)* → (reset) → warming up again.

#include <fencepost/runtime/gtp/iteration.h>

#include <cstdint>

namespace fencepost::gtp {

class FullIteration {
 public:
  FullIteration(Execution& execution, Machinery& machinery, Iteration& iteration);

  /// Runs the body once under capture on the shared capture stream, then makes the graph ready.
  /// The device is made idle before and after.
  void capture(Execution& execution, std::uint32_t microbatches);
  /// Launches the graph once. The host does nothing else.
  void replay(Execution& execution);
  /// Destroys the graph; its pool stays for the next one.
  void reset(Execution& execution);

  [[nodiscard]] bool captured() const { return captured_; }
  [[nodiscard]] std::uint32_t captures() const { return captures_; }

 private:
  void run_body(Execution& execution, std::uint32_t microbatches);

  Machinery& machinery_;
  Iteration& iteration_;
  StreamId capture_stream_;
  PoolId pool_;
  ExecutableId executable_;
  bool captured_ = false;
  std::uint32_t captures_ = 0;
};

}  // namespace fencepost::gtp
