#pragma once

/// What every part of the engine shares while it runs: where it issues to, which rules hold, which
/// stream is current and whether it is being captured.

#include <fencepost/runtime/gtp/calls.h>
#include <fencepost/runtime/gtp/configuration.h>
#include <fencepost/runtime/gtp/rule.h>
#include <fencepost/runtime/gtp/violation.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace fencepost::gtp {

enum class CapturePhase : std::uint8_t { none, full_iteration, local };

struct Execution {
  Calls& calls;
  const Configuration& configuration;
  const RuleSet rules;
  /// The stream that is current for the model's own work; the capture stream while capturing.
  StreamId compute;
  CapturePhase phase = CapturePhase::none;
  /// Which capture is running: 1, 2, …; 0 outside of captures.
  std::uint32_t capture_number = 0;
  /// How often the optimizer has changed the parameters.
  std::uint32_t parameter_version = 0;
  /// What went wrong in the host's own bookkeeping so far.
  std::vector<Violation> violations;

  [[nodiscard]] bool capturing() const { return phase != CapturePhase::none; }
  [[nodiscard]] bool holds(Rule rule) const { return rules.holds(rule); }
};

/// A private pool of the job's allocator: that of its captures, or of a process group's window.
inline PoolId private_pool(Execution& execution, std::string_view name) {
  const bool newest = execution.configuration.torch == TorchVersion::torch_main;
  return execution.calls.pool(name, PoolKind::private_pool,
                              {.device = {},
                               .profile = newest ? AllocatorProfile::torch_main : AllocatorProfile::torch_2_11,
                               .graph_capture_record_stream_reuse = execution.configuration.reuses_recorded_blocks});
}

}  // namespace fencepost::gtp
