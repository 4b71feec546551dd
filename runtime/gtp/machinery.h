#pragma once

/// The parts of the engine that move weights and gradients, wired together.

#include <fencepost/runtime/gtp/all_gather.h>
#include <fencepost/runtime/gtp/chain.h>
#include <fencepost/runtime/gtp/drain.h>
#include <fencepost/runtime/gtp/gradient_storage.h>
#include <fencepost/runtime/gtp/parameters.h>
#include <fencepost/runtime/gtp/placeholder_gradient.h>
#include <fencepost/runtime/gtp/reduce_scatter.h>
#include <fencepost/runtime/gtp/ticket_cache.h>

namespace fencepost::gtp {

struct Machinery {
  /// `all_weights` must outlive it.
  Machinery(Execution& execution, Weights& all_weights)
      : weights(all_weights),
        parameters(execution, all_weights),
        reduce_scatter(cache, storage),
        drain(cache, reduce_scatter, placeholder),
        all_gather(cache, parameters) {}
  Machinery(const Machinery&) = delete;
  Machinery& operator=(const Machinery&) = delete;
  ~Machinery() = default;

  Weights& weights;
  Chains chains;
  TicketCache cache;
  GradientStorage storage;
  PlaceholderGradient placeholder;
  Parameters parameters;
  ReduceScatter reduce_scatter;
  Drain drain;
  AllGather all_gather;
};

}  // namespace fencepost::gtp
