// Mutations of placeholder gradients and of host state.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

std::vector<Mutation> gradient_mutations() {
  return {
      {.breaks = Rule::stale_placeholder_is_cleared,
       .name = "stale-placeholder-added",
       .meaning = "the hook finds a stale placeholder of the warm-up and adds it to a gradient that is final",
       .source = "PR 7467",
       .signs = {"read-of-unwritten", "use-after-free", "capture-borrows-eager-bytes"},
       .scenario = {{}, warm_up_and_capture()}},
      {.breaks = Rule::placeholder_is_zeroed,
       .name = "placeholder-not-zeroed",
       .meaning = "a placeholder that is meant to be added was never set to zero",
       .source = "PR 6565",
       .signs = {"read-of-unwritten"},
       .scenario = {{.mode = GraphMode::eager, .dummy_is_added = true}, two_eager_steps()}},
      {.breaks = Rule::replay_leaves_host_state_alone,
       .name = "replay-changes-host-state",
       .meaning = "a replay marks weights as finalized although no host code of the body has run",
       .source = "PR 7780, P11",
       .oracle = Oracle::invariant,
       .signs = {"replay-changes-nothing"},
       .scenario = {{}, warm_up_and_capture()}},
  };
}

}  // namespace fencepost::gtp
