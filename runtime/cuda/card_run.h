#pragma once

/// One run of a prepared schedule on the card.

#include <fencepost/runtime/cuda/delays.h>
#include <fencepost/runtime/cuda/device.h>
#include <fencepost/runtime/cuda/digest_log.h>
#include <fencepost/runtime/cuda/linear_order.h>
#include <fencepost/runtime/cuda/lockstep.h>
#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/runtime/cuda/watchdog.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cuda {

class Workspace;

struct RunOptions {
  DelayPlan delays;
  LinearOrder order;
  std::chrono::milliseconds patience{2000};
  bool serialised = false;  ///< eager work is awaited after every call
};

struct RunResult {
  LockstepResult lockstep;
  ValueDifferences values;  ///< empty unless the run went through to its end, placed as prepared
  /// Where the driver put its bytes, of a run that went through.
  std::vector<Address> driver_placement;
  /// That is not where the schedule was prepared for; nothing can be said about values.
  bool placed_otherwise = false;
  std::string not_played;                         ///< why an operation could not be played; empty when all could
  std::string not_rebuilt;                        ///< why graphs kept their order; empty when they did not
  std::vector<PlayedCommunicator> communicators;  ///< in the order of their creation
  bool hung = false;
  std::optional<StickyError> sticky_error;
  DeviceProgress progress;           ///< when there was a sticky error: what is unfinished
  std::chrono::nanoseconds time{0};  ///< from the first call until the card was idle

  /// The run went through.
  [[nodiscard]] bool complete() const {
    return !hung && !sticky_error && not_played.empty() && !lockstep.difference && !lockstep.timed_out;
  }
};

/// Called when the card does not get on, from any thread; must not return.
using OnHang = std::function<void(const DeviceProgress&)>;

/// The workspace must be large enough (`fits`).
RunResult run_on_card(Prepared& prepared, Workspace& workspace, const RunOptions& options, Watchdog& watchdog,
                      const OnHang& on_hang);

/// Whether the workspace has room for the schedule; the reason when it has not.
std::string why_too_large(const Prepared& prepared, const Workspace& workspace);

}  // namespace fencepost::cuda
