// Mutations of weights that are used several times in a microbatch (multi-token prediction).

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

std::vector<Mutation> repeat_mutations() {
  // The repeated weight is the only one of its group, so the pool holds what it alone has needed.
  const Configuration lone{.weights_per_block = 2,
                           .experts = true,
                           .separate_communicators = true,
                           .storage = Storage::registered,
                           .repeats = 3};
  Configuration eager = lone;
  eager.mode = GraphMode::eager;
  const Configuration shared{.mode = GraphMode::eager, .weights_per_block = 3, .shared_first_weight = true};
  return {
      {.breaks = Rule::repeated_backward_drains,
       .name = "no-drain-before-repeated-use",
       .meaning = "a second backward takes a second pooled buffer although its own first could be drained",
       .source = "PR 7470",
       .oracle = Oracle::invariant,
       .signs = {"repeated-use-adds-no-buffer"},
       .scenario = {eager, two_eager_steps()}},
      {.breaks = Rule::repeated_backward_drains_in_capture,
       .name = "no-drain-before-repeated-use-in-capture",
       .meaning = "the drain that the warm-up did is skipped while capturing, and the registered pool may not grow",
       .source = "PR 7780, P9",
       .signs = {"pool-exhausted-in-capture"},
       .scenario = {lone, warm_up_and_capture()}},
      {.breaks = Rule::repeated_drain_fences_compute,
       .name = "repeated-drain-without-fence",
       .meaning = "after the drain that makes room the compute stream reuses the buffer without waiting",
       .source = "PR 7780, P10",
       .signs = {"reuse-before-last-read"},
       .scenario = {lone, warm_up_and_capture()}},
      {.breaks = Rule::pending_reduction_finishes_first,
       .name = "second-reduction-overwrites-handle",
       .meaning = "a second reduction replaces the handle of the first, whose gradient is lost",
       .source = "PR 6242, a",
       .oracle = Oracle::invariant,
       .signs = {"gradient-added-once"},
       .scenario = {{.mode = GraphMode::eager, .repeats = 2}, two_eager_steps()}},
      {.breaks = Rule::cascade_checks_that_it_started,
       .name = "cascade-reads-unstarted-successor",
       .meaning = "the cascade adds the output of a successor whose reduction was never started",
       .source = "PR 6242, b",
       .signs = {"read-of-unwritten"},
       .scenario = {shared, two_eager_steps()}},
      {.breaks = Rule::consume_gathers_on_demand,
       .name = "use-without-gather",
       .meaning = "a weight whose gather nobody has issued is used as its buffer happens to be",
       .source = "PR 6242, c",
       .oracle = Oracle::invariant,
       .signs = {"gathered-value-is-meant", "gathered-value-is-fresh"},
       .scenario = {shared, two_eager_steps()}},
      {.breaks = Rule::head_reduces_synchronously,
       .name = "head-reduces-asynchronously",
       .meaning = "the last weight in backward leaves its reduction to a cascade that never comes",
       .source = "canonical backward: the head reduces on the compute stream",
       .oracle = Oracle::invariant,
       .signs = {"gradient-added-once"},
       .scenario = {{.mode = GraphMode::eager}, two_eager_steps()}},
      {.breaks = Rule::leftover_reductions_are_added,
       .name = "leftover-reduction-only-drained",
       .meaning = "a reduction that no cascade has taken is waited for at the end of the step, and never added",
       .source = "PR 7573; blocks that run in another order than their chain",
       .oracle = Oracle::invariant,
       .signs = {"gradient-added-once"},
       .scenario = {{.mode = GraphMode::eager, .blocks = 3},
                    {{Command::Kind::eager_step}, {Command::Kind::change_order}, {Command::Kind::eager_step}}}},
  };
}

}  // namespace fencepost::gtp
