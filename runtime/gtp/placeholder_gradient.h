#pragma once

/// The dummy that autograd is given in place of a gradient that is already on its way to main_grad.
///
/// One shared buffer that nobody writes after it was made. The hook that runs when a gradient is
/// final adds `param.grad` to main_grad if it finds one: it must not find a stale placeholder
/// (PR 7467), and where it is meant to add it the placeholder must be zero (PR 6565). Local captures
/// have neither placeholder nor hook.

#include <fencepost/runtime/gtp/weight.h>

#include <optional>

namespace fencepost::gtp {

class PlaceholderGradient {
 public:
  /// Gives `weight` the placeholder; one is made on the compute stream if there is none. Before the
  /// reduction is issued, so that the stream that runs the hook follows.
  void hand_out(Execution& execution, Weight& weight);
  /// The hook: runs once the gradient of `weight` has been added on `stream`.
  void after_addition(Execution& execution, Weight& weight, StreamId stream) const;
  /// Drops the buffer: another one serves the next capture or the eager steps after it.
  void forget(Execution& execution);

 private:
  std::optional<BufferHandle> shared_;
};

}  // namespace fencepost::gtp
