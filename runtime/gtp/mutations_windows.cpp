// Mutations of the windows that NCCL's symmetric kernels need.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

namespace {

const std::vector<std::string_view>& outside() {
  static const std::vector<std::string_view> invariant{"collectives-use-their-window"};
  return invariant;
}

}  // namespace

std::vector<Mutation> window_mutations() {
  const Configuration gathers{.mode = GraphMode::eager, .registered_gathers = true};
  const Configuration sends{.mode = GraphMode::eager, .storage = Storage::registered};
  return {
      {.breaks = Rule::pool_registration_covers_what_is_there,
       .name = "parameters-not-registered",
       .meaning = "the window pool is registered without the parameters that were there before",
       .source = "PR 6155: the input of an all-gather",
       .oracle = Oracle::invariant,
       .signs = outside(),
       .scenario = {gathers, two_eager_steps()}},
      {.breaks = Rule::hook_registers_later_memory,
       .name = "later-memory-not-registered",
       .meaning = "what is allocated after the window pool was registered gets no window",
       .source = "PR 6155: the hook of the pool",
       .oracle = Oracle::invariant,
       .signs = outside(),
       .scenario = {sends, two_eager_steps()}},
      {.breaks = Rule::hook_needs_no_collective,
       .name = "registration-by-a-collective",
       .meaning = "the hook registers new memory by a collective that it waits for, also in a capture",
       .source = "PR 6155: the hook is collective-free and capture-safe",
       .signs = {"capture-invalidated"},
       .scenario = {{.registered_gathers = true}, {{Command::Kind::capture}, {Command::Kind::replay, 2}}}},
      {.breaks = Rule::memory_is_registered_with_its_own_group,
       .name = "window-of-another-group",
       .meaning = "one window pool serves all process groups, registered with the first of them",
       .source = "PR 6155: one window pool for each process group",
       .signs = {"window-mismatch"},
       .scenario = {{.mode = GraphMode::eager, .experts = true, .storage = Storage::registered}, two_eager_steps()}},
      {.breaks = Rule::sends_come_from_the_window,
       .name = "send-outside-the-window",
       .meaning = "a gradient is sent from ordinary memory although its group sends from a window",
       .source = "PR 6535: the input of a reduce-scatter",
       .oracle = Oracle::invariant,
       .signs = outside(),
       .scenario = {sends, two_eager_steps()}},
      {.breaks = Rule::gathers_arrive_in_the_window,
       .name = "gather-outside-the-window",
       .meaning = "a weight is gathered into ordinary memory although its group gathers into a window",
       .source = "PR 6155: the output of an all-gather",
       .oracle = Oracle::invariant,
       .signs = outside(),
       .scenario = {gathers, two_eager_steps()}},
      {.breaks = Rule::reduced_shards_stay_outside_the_window,
       .name = "reduced-shard-in-the-window",
       .meaning = "reduced shards take room in the window pool, which the collective has no use for",
       .source = "PR 6155: the output of a reduce-scatter",
       .oracle = Oracle::invariant,
       .signs = outside(),
       .scenario = {sends, two_eager_steps()}},
      {.breaks = Rule::windows_end_when_the_device_is_idle,
       .name = "window-ends-while-the-device-works",
       .meaning = "at shutdown windows are deregistered before the host has waited for the last collectives",
       .source = "PR 6535: teardown",
       .signs = {"window-lifetime"},
       .scenario = {gathers, two_eager_steps()}},
      {.breaks = Rule::windows_end_before_their_memory,
       .name = "window-outlives-its-memory",
       .meaning = "at shutdown memory is given back while its window is still registered",
       .source = "PR 6535: teardown",
       .signs = {"window-lifetime"},
       .scenario = {gathers, two_eager_steps()}},
      {.breaks = Rule::windows_end_before_their_communicator,
       .name = "window-outlives-its-communicator",
       .meaning = "at shutdown a communicator is destroyed while windows are registered with it",
       .source = "pytorch/pytorch PR 181610",
       .signs = {"teardown-order"},
       .scenario = {gathers, two_eager_steps()}},
  };
}

}  // namespace fencepost::gtp
