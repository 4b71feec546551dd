// Mutations of local graphs.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

std::vector<Mutation> local_mutations() {
  const Configuration ring{.mode = GraphMode::local,
                           .blocks = 3,
                           .storage = Storage::ring,
                           .ring_size = 2,
                           .microbatches = 2,
                           .runner_streams = 3};
  Configuration narrow = ring;
  narrow.weights_per_block = 1;
  narrow.ring_size = 1;
  narrow.activation_bytes = 512;
  Configuration arena = narrow;
  arena.storage = Storage::arena;
  arena.arena_generations = 1;
  Configuration mixed = ring;
  mixed.chains = ChainMix::mixed;
  mixed.embeddings = true;
  return {
      {.breaks = Rule::finalized_addition_is_not_repeated,
       .name = "finalized-addition-repeated",
       .meaning = "the cascade adds once more what the previous graph's second phase has already added",
       .source = "PR 6060, e",
       .signs = {"read-before-write", "read-of-unwritten", "reuse-before-last-read", "captured-wait-on-ended-capture",
                 "unordered-writes"},
       .scenario = {ring, warm_up_and_capture()}},
      {.breaks = Rule::ring_slots_outside_graph_pool,
       .name = "send-buffer-in-shared-graph-pool",
       .meaning = "a reduction that outlives its graph reads memory that the next graph's temporaries use",
       .source = "PR 6060, a",
       .signs = {"reuse-before-last-read", "overwrite-before-last-read"},
       .scenario = {narrow, warm_up_and_capture()}},
      {.breaks = Rule::replay_waits_for_its_slots,
       .name = "replay-ignores-its-slots",
       .meaning = "a graph is launched while the last reduction from its ring slots may still run",
       .source = "PR 6060, a",
       .signs = {"overwrite-before-last-read"},
       .scenario = {narrow, warm_up_and_capture()}},
      {.breaks = Rule::replay_waits_for_its_arena,
       .name = "replay-ignores-its-arena",
       .meaning = "a graph is launched while the last user of its arena generation may still run",
       .source = "PR 6867",
       .signs = {"overwrite-before-last-read"},
       .scenario = {arena, warm_up_and_capture()}},
      {.breaks = Rule::slots_are_taken_in_turn,
       .name = "slot-written-twice-in-one-graph",
       .meaning = "two weights of one graph are given the same slot",
       .source = "PR 6060, b",
       .oracle = Oracle::failure,
       .signs = {"slot-shared"},
       .scenario = {ring, warm_up_and_capture()}},
      {.breaks = Rule::capture_drains_its_own_streams,
       .name = "capture-joins-foreign-streams",
       .meaning = "the capture of one module joins side streams that it never forked",
       .source = "PR 6060, c",
       .signs = {"captured-wait-on-eager-fence", "captured-wait-on-ended-capture", "capture-invalidated"},
       .scenario = {mixed, warm_up_and_capture()}},
      {.breaks = Rule::hooks_follow_phase_two,
       .name = "hook-before-second-phase",
       .meaning = "the hook reads gradients once the caller may go on, while additions are still to come",
       .source = "PR 6060, d",
       .signs = {"read-before-write", "unordered-writes", "overwrite-before-last-read"},
       .scenario = {ring, warm_up_and_capture()}},
      {.breaks = Rule::drained_prefetch_is_awaited,
       .name = "drained-prefetch-not-awaited",
       .meaning = "a graph does not wait for the gather that the graph before has prefetched for it",
       .source = "PR 6696",
       .signs = {"read-before-write"},
       .scenario = {ring, warm_up_and_capture()}},
      {.breaks = Rule::warm_up_restores_gradients,
       .name = "warm-up-clobbers-gradients",
       .meaning = "the warm-up of a module leaves its additions in gradients that were already final",
       .source = "capture-step gradient clobber, F12",
       .oracle = Oracle::invariant,
       .signs = {"gradient-added-once"},
       .scenario = {ring, warm_up_and_capture()}},
  };
}

}  // namespace fencepost::gtp
