#pragma once

/// What every part of the engine shares while it runs: where it issues to, which rules hold, which
/// stream is current and whether it is being captured.

#include <fencepost/runtime/gtp/calls.h>
#include <fencepost/runtime/gtp/configuration.h>
#include <fencepost/runtime/gtp/rule.h>
#include <fencepost/runtime/gtp/violation.h>

#include <cstdint>
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

/// The private pool of a job's captures.
inline PoolId graph_pool(Execution& execution) {
  const bool reuses = execution.configuration.reuses_recorded_blocks;
  const AllocatorProfile profile = reuses ? AllocatorProfile::torch_main : AllocatorProfile::torch_2_11;
  return execution.calls.pool("graph_pool", PoolKind::private_pool,
                              {.device = {}, .profile = profile, .graph_capture_record_stream_reuse = reuses});
}

}  // namespace fencepost::gtp
