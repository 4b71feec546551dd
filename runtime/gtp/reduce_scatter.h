#pragma once

/// Sends a weight's full-size gradient and brings the reduced shard back.
///
/// Plain: one reduce-scatter. FP32 accumulation: an all-to-all into scratch, and later, when the
/// reduction is finished, a sum in FP32 and a downcast on the stream that finishes it; until then
/// nothing has been summed, so the sum is the last reader of that scratch.

#include <fencepost/runtime/gtp/gradient_storage.h>
#include <fencepost/runtime/gtp/weight.h>

#include <span>
#include <vector>

namespace fencepost::gtp {

class ReduceScatter {
 public:
  ReduceScatter(TicketCache& cache, GradientStorage& storage) : cache_(cache), storage_(storage) {}

  /// Issues the reduction of `gradients` on X and leaves it in flight.
  void start(Execution& execution, Weight& weight, std::vector<Scratch> gradients);
  /// Finishes the reduction in flight on X and records that it is there; gives the scratch back.
  /// With `fenced` false whoever takes the scratch need not wait: the caller makes it wait.
  void finish(Execution& execution, Weight& weight, bool fenced = true);
  /// Does all of it on the compute stream.
  void reduce_now(Execution& execution, Weight& weight, std::vector<Scratch> gradients);

 private:
  void acquire_sums(Execution& execution, Weight& weight, StreamId stream);
  void pad(Execution& execution, Weight& weight);
  void issue(Execution& execution, Weight& weight, StreamId stream);
  /// What is sent from a window must lie in it, and what is reduced outside of it.
  static void check_window(Execution& execution, const Weight& weight, std::span<const Scratch> sent);
  void sum(Execution& execution, const Weight& weight, StreamId stream) const;
  /// What a handle that records streams does instead of holding references.
  void record_library(Execution& execution, Weight& weight) const;
  void drop_copies(Execution& execution, Weight& weight, StreamId stream) const;
  void finish_on(Execution& execution, Weight& weight, StreamId stream, bool fenced);

  TicketCache& cache_;
  GradientStorage& storage_;
};

}  // namespace fencepost::gtp
