#include <fencepost/runtime/gtp/chain.h>

namespace fencepost::gtp {

void Chains::visit(Execution& execution, Weights& weights, Weight& weight, TicketCache& cache) {
  if (weight.linked) return;
  weight.linked = true;
  if (const auto newest = newest_.find(weight.chain); newest != newest_.end()) {
    Weight& before = weights[newest->second];
    before.next = weight.index;
    weight.previous = before.index;
    // Neighbours of equal size would take turns on one buffer: while one is read, the other is gathered.
    weight.odd = before.parts == weight.parts && !before.odd && execution.holds(Rule::neighbours_have_other_parity);
  }
  newest_[weight.chain] = weight.index;

  const std::uint64_t gathered = execution.configuration.padded_bytes() * weight.parts;
  const std::uint64_t reduced = execution.configuration.shard_bytes * weight.parts;
  WindowPool* window = weight.domain.gather_window;
  if (!execution.holds(Rule::gathers_arrive_in_the_window)) window = nullptr;
  const CommunicatorId group = window != nullptr ? window->group() : CommunicatorId{};
  const TicketKey key{TicketKey::Use::gather, weight.chain, gathered, weight.odd, group};
  weight.gather(Direction::forward).ticket = cache.reserve(key, window);
  weight.gather(Direction::backward).ticket = cache.reserve(key, window);
  weight.gather(Direction::recompute).ticket =
      cache.reserve({TicketKey::Use::recompute, weight.chain, gathered, weight.odd, group}, window);
  // A reduced shard needs no window, and would only make the pool larger.
  WindowPool* outside = weight.domain.send_window;
  if (execution.holds(Rule::reduced_shards_stay_outside_the_window)) outside = nullptr;
  weight.reduction_ticket = cache.reserve({TicketKey::Use::reduction, weight.chain, reduced, false,
                                           outside != nullptr ? outside->group() : CommunicatorId{}},
                                          outside);
}

}  // namespace fencepost::gtp
