#include <fencepost/runtime/gtp/drain.h>

#include <fmt/format.h>

namespace fencepost::gtp {

void Drain::add(Execution& execution, Weight& weight, StreamId stream) {
  if (!cache_.holds(*weight.reduction_ticket)) {
    execution.violations.push_back({Invariant::reduced_value_is_meant, weight.name});
  }
  execution.calls.kernel(fmt::format("add.{}", weight.name), stream)
      .reads(cache_.buffer(*weight.reduction_ticket))
      .updates(weight.main_grad);
  ++weight.additions;
  weight.in_flight.reset();
  placeholder_.after_addition(execution, weight, stream);
  if (!weight.graphed) release_output(execution, weight, stream);
}

void Drain::release_output(Execution& execution, Weight& weight, StreamId stream) {
  // Added on X, while the next reduction of an aliased ticket may be issued on the compute stream.
  const bool fenced = stream != execution.compute && execution.holds(Rule::reduced_buffer_carries_fence);
  if (fenced) weight.added.record(execution, stream);
  cache_.release(*weight.reduction_ticket, {fenced ? &weight.added : nullptr});
}

void Drain::cascade(Execution& execution, Weight& weight) {
  if (weight.already_finalized) {
    weight.already_finalized = false;
    if (!execution.holds(Rule::finalized_addition_is_not_repeated)) add(execution, weight, execution.compute);
    return;
  }
  if (!weight.in_flight) {
    if (execution.holds(Rule::cascade_checks_that_it_started)) return;
    weight.in_flight.emplace().output = cache_.get(execution, *weight.reduction_ticket, execution.compute);
  }
  reduce_scatter_.finish(execution, weight);
  if (execution.holds(Rule::add_waits_for_reduction)) weight.reduced.wait(execution, execution.compute);
  add(execution, weight, execution.compute);
}

void Drain::finalize(Execution& execution, Weight& weight) {
  if (!weight.in_flight) return;
  reduce_scatter_.finish(execution, weight);
  add(execution, weight, weight.domain.scatter.id());
  weight.already_finalized = true;
}

void Drain::make_room(Execution& execution, Weight& weight) {
  reduce_scatter_.finish(execution, weight, false);
  add(execution, weight, weight.domain.scatter.id());
  if (execution.holds(Rule::repeated_drain_fences_compute)) weight.reduced.wait(execution, execution.compute);
}

}  // namespace fencepost::gtp
