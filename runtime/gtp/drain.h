#pragma once

/// How a reduction in flight comes to its end.
///
/// Drain: finish it on X and record the weight's event. Finalize: also add the reduced shard to
/// main_grad, on X, and run the hook there. Cascade: the next weight's backward drains this one and
/// adds on the compute stream, one step late.

#include <fencepost/runtime/gtp/chain.h>
#include <fencepost/runtime/gtp/placeholder_gradient.h>
#include <fencepost/runtime/gtp/reduce_scatter.h>

namespace fencepost::gtp {

class Drain {
 public:
  Drain(TicketCache& cache, ReduceScatter& reduce_scatter, PlaceholderGradient& placeholder)
      : cache_(cache), reduce_scatter_(reduce_scatter), placeholder_(placeholder) {}

  /// Adds on the compute stream, which waits. A weight that was already finalized is skipped once.
  void cascade(Execution& execution, Weight& weight);
  /// Adds on X; the compute stream does not wait. The cascade will find nothing to do.
  void finalize(Execution& execution, Weight& weight);
  /// Finalizes the weight's own pending reduction so that its buffers serve its next use.
  void make_room(Execution& execution, Weight& weight);
  /// Adds what `ReduceScatter::reduce_now` has brought.
  void add_now(Execution& execution, Weight& weight) { add(execution, weight, execution.compute); }

 private:
  void add(Execution& execution, Weight& weight, StreamId stream);
  void release_output(Execution& execution, Weight& weight, StreamId stream);

  TicketCache& cache_;
  ReduceScatter& reduce_scatter_;
  PlaceholderGradient& placeholder_;
};

}  // namespace fencepost::gtp
