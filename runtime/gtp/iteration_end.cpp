#include <fencepost/runtime/gtp/iteration_end.h>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

void finish_pending(Execution& execution, Machinery& machinery) {
  for (Weight& weight : machinery.weights) {
    for (const Direction direction : {Direction::forward, Direction::backward, Direction::recompute}) {
      machinery.all_gather.discard(execution, weight, direction);
    }
    if (!weight.in_flight) continue;
    // A weight whose predecessor ran before it, because the blocks run in another order than their
    // chain. (The head has no predecessor and leaves nothing: it reduced on the compute stream.)
    if (!weight.is_head() && execution.holds(Rule::leftover_reductions_are_added)) {
      machinery.drain.finalize(execution, weight);
      continue;
    }
    machinery.reduce_scatter.finish(execution, weight);
    weight.in_flight.reset();
  }
}

void overwrite_temporaries(Execution& execution) {
  std::vector<BufferHandle> temporaries;
  const std::uint64_t bytes = execution.configuration.activation_size();
  for (std::uint32_t number = 0; number < execution.configuration.temporaries; ++number) {
    temporaries.push_back(execution.calls.allocate("temporary", bytes, execution.compute));
    execution.calls.kernel(fmt::format("overwrite.{}", number), execution.compute).writes(temporaries.back());
  }
  for (const BufferHandle& temporary : temporaries) execution.calls.release(temporary);
}

}  // namespace

void start_iteration(Machinery& machinery) {
  for (Weight& weight : machinery.weights) weight.uses = weight.additions = 0;
}

void finish_microbatch(Execution& execution, Machinery& machinery) {
  if (execution.configuration.drain != DrainStyle::end_of_step) return;
  for (Weight& weight : machinery.weights) machinery.drain.finalize(execution, weight);
}

void finish_iteration(Execution& execution, Machinery& machinery, const std::vector<SchedulingDomain*>& domains) {
  finish_pending(execution, machinery);
  overwrite_temporaries(execution);
  for (SchedulingDomain* domain : domains) {
    domain->gather.join(execution, execution.compute);
    domain->scatter.join(execution, execution.compute);
  }
}

void check_gradients(Execution& execution, const Machinery& machinery) {
  for (const Weight& weight : machinery.weights) {
    if (weight.uses == weight.additions) continue;
    execution.violations.push_back({Invariant::gradient_added_once, weight.name});
  }
}

}  // namespace fencepost::gtp
