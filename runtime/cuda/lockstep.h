#pragma once

/// Plays a prepared schedule on a second device and compares, call by call, what it answers with
/// what the model allows (definitions.md 18).

#include <fencepost/runtime/cuda/prepare.h>
#include <fencepost/traces/device.h>
#include <fencepost/traces/lockstep.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace fencepost::cuda {

struct LockstepResult {
  std::uint64_t calls = 0;  ///< given to the card
  /// The first one; its index is that of the prepared operation.
  std::optional<Difference> difference;
  /// Work that the model assumed to be finished did not finish in time.
  bool timed_out = false;
};

struct LockstepHooks {
  /// Called before each step with the model's placement; the card's allocations take it.
  std::function<void(const PreparedStep&)> before_step;
  /// Waits until the card has made this progress; false when it does not in time.
  std::function<bool(std::span<const Progress>)> await;
  /// Whether to give up, asked after each step: the card could not play it.
  std::function<bool()> stop;
};

/// Stops at the first difference: from there on the two are in different states.
LockstepResult play_in_lockstep(const Prepared& prepared, fencepost::Device& card, const LockstepHooks& hooks);

}  // namespace fencepost::cuda
