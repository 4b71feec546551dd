#pragma once

/// What an eager warm-up of one module must put back, because it runs for real.
///
/// Its additions hit gradients that are already final, its own and that of the weight after the
/// module; and it uses up the flag of a gather that the module before has prefetched into a graph.

#include <fencepost/runtime/gtp/machinery.h>

#include <array>
#include <vector>

namespace fencepost::gtp {

class ModuleWarmUp {
 public:
  /// Saves the gradients of `own` and of their successors, and their flags.
  ModuleWarmUp(Execution& execution, Machinery& machinery, std::vector<Weight*> own);

  /// Finishes the gathers and reductions that the warm-up left behind.
  void finish(Execution& execution) const;
  /// Puts everything back. REQUIRES: the compute stream has joined the side streams.
  void restore(Execution& execution) const;

 private:
  struct Saved {
    Weight* weight;
    BufferHandle snapshot;
    std::uint32_t uses;
    std::uint32_t additions;
    bool already_finalized;
    std::array<bool, direction_count> drained;
  };

  Machinery& machinery_;
  std::vector<Saved> saved_;
};

}  // namespace fencepost::gtp
