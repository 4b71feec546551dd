#pragma once

/// The doubly linked lists of weights in the order of their first use.
///
/// Built lazily in the first forward. A forward use of a weight prefetches `next`, a backward use
/// `previous`; a weight without `previous` is the head, the last one in backward.

#include <fencepost/runtime/gtp/weight.h>

#include <cstddef>
#include <deque>
#include <map>
#include <optional>

namespace fencepost::gtp {

/// All weights; addresses are stable.
using Weights = std::deque<Weight>;

class Chains {
 public:
  /// Appends `weight` to its chain and reserves its tickets, unless that was done before.
  void visit(Execution& execution, Weights& weights, Weight& weight, TicketCache& cache);

 private:
  std::map<std::uint32_t, std::size_t> newest_;  ///< the last weight of each chain
};

}  // namespace fencepost::gtp
