#pragma once

/// One module between static tensors, so that its forward and its backward can be graphs that are
/// replayed on their own.

#include <fencepost/runtime/gtp/layers.h>

#include <utility>

namespace fencepost::gtp {

/// The static tensors between two modules. The first has no gradient.
struct Boundary {
  BufferHandle activation;
  BufferHandle gradient;
};

class Segment {
 public:
  Segment(Machinery& machinery, Uses uses, const Boundary& before, const Boundary& after, bool first)
      : layers_(machinery, std::move(uses), before.activation, !first), before_(before), after_(after) {}

  void forward(Execution& execution);
  /// From the gradient of the output, which a graph has in a static copy of its own.
  void backward(Execution& execution, const BufferHandle& output_gradient);
  [[nodiscard]] const BufferHandle& output_gradient() const { return after_.gradient; }
  [[nodiscard]] const Uses& uses() const { return layers_.uses(); }

 private:
  Layers layers_;
  Boundary before_;
  Boundary after_;
};

}  // namespace fencepost::gtp
