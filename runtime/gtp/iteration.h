#pragma once

/// One training iteration, eager or under capture: forward and backward of every microbatch, then
/// the last drains and the join of the side streams.

#include <fencepost/runtime/gtp/layers.h>

#include <cstdint>
#include <vector>

namespace fencepost::gtp {

class Iteration {
 public:
  Iteration(Execution& execution, Machinery& machinery, std::vector<SchedulingDomain*> domains, Uses uses);

  void run(Execution& execution, std::uint32_t microbatches);
  /// From now on the first block comes last; its weights keep their places in the chains. False when
  /// there is only one block.
  bool change_order();

 private:
  /// Uses [first, last] of one block, whose inner activations may be recomputed.
  struct Block {
    std::size_t first;
    std::size_t last;
  };
  void find_blocks();
  void microbatch(Execution& execution);

  Machinery& machinery_;
  std::vector<SchedulingDomain*> domains_;
  Layers layers_;
  std::vector<Block> blocks_;
};

}  // namespace fencepost::gtp
