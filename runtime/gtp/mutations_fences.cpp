// Mutations of fences and of the aliased buffers behind tickets.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

std::vector<Mutation> fence_mutations() {
  const Configuration registered{.blocks = 2, .separate_communicators = true, .storage = Storage::registered};
  Configuration finalizing = registered;
  finalizing.drain = DrainStyle::finalizing;
  const Configuration ungraphed{.mode = GraphMode::eager,
                                .chains = ChainMix::ungraphed,
                                .blocks = 2,
                                .separate_communicators = true,
                                .drain = DrainStyle::finalizing};
  return {
      {.breaks = Rule::eager_pop_waits_for_fence,
       .name = "reuse-without-fence",
       .meaning = "a buffer taken from the eager pool is written while its last reduction may still read it",
       .source = "PR 7927",
       .signs = {"reuse-before-last-read"},
       .scenario = {ungraphed, two_eager_steps()}},
      {.breaks = Rule::captured_pop_waits_for_fence,
       .name = "captured-reuse-without-fence",
       .meaning = "a registered buffer is reused inside a capture without the edge from its last reduction",
       .source = "PR 7780, P6",
       .signs = {"reuse-before-last-read"},
       .scenario = {finalizing, warm_up_and_capture()}},
      {.breaks = Rule::eager_fences_retire_before_capture,
       .name = "eager-fence-kept-into-capture",
       .meaning = "a capture waits for a fence that the warm-up has recorded",
       .source = "PR 7780, P7",
       .signs = {"captured-wait-on-eager-fence"},
       .scenario = {registered, warm_up_and_capture()}},
      {.breaks = Rule::captured_fences_are_dropped,
       .name = "captured-fence-kept-after-reset",
       .meaning = "after a reset the warm-up waits for a fence that only the destroyed graph has recorded",
       .source = "PR 7780, P8",
       .signs = {"eager-wait-on-captured-fence"},
       .scenario = {registered, recapture()}},
      {.breaks = Rule::reduced_buffer_carries_fence,
       .name = "aliased-output-without-fence",
       .meaning = "a reduction writes an aliased output that a finalizing drain may still be adding",
       .source = "not in public: aliased outputs of UNGRAPHED weights under a finalizing drain",
       .signs = {"overwrite-before-last-read", "unordered-writes"},
       .scenario = {{.mode = GraphMode::eager,
                     .chains = ChainMix::ungraphed,
                     .weights_per_block = 3,
                     .drain = DrainStyle::finalizing},
                    two_eager_steps()}},
      {.breaks = Rule::tickets_avoid_busy_buffers,
       .name = "ticket-takes-a-busy-buffer",
       .meaning = "a weight used out of chain order writes the buffer that another one still waits for",
       .source = "not in public: permanent tickets and weights used out of chain order",
       .oracle = Oracle::invariant,
       .signs = {"gathered-value-is-meant", "reduced-value-is-meant"},
       .scenario = {{.mode = GraphMode::eager,
                     .chains = ChainMix::ungraphed,
                     .blocks = 2,
                     .weights_per_block = 3,
                     .drain = DrainStyle::finalizing,
                     .shared_first_weight = true},
                    two_eager_steps()}},
  };
}

}  // namespace fencepost::gtp
