#pragma once

/// The dummy that autograd is given in place of a gradient that is already on its way to main_grad.
///
/// One shared, uninitialised buffer. A hook after backward adds `param.grad` to main_grad if it
/// finds one: it must not find a stale placeholder (PR 7467), and where it is meant to add it the
/// placeholder must be zero (PR 6565).

#include <fencepost/runtime/gtp/weight.h>

#include <optional>

namespace fencepost::gtp {

class PlaceholderGradient {
 public:
  /// Gives `weight` the placeholder; one is allocated if there is none.
  void hand_out(Execution& execution, Weight& weight);
  /// The hook: runs once the gradient of `weight` has been added on `stream`.
  void after_addition(Execution& execution, Weight& weight, StreamId stream) const;
  /// Drops the buffer: another one serves the next capture or the eager steps after it.
  void forget(Execution& execution);

 private:
  std::optional<BufferHandle> shared_;
};

}  // namespace fencepost::gtp
