#pragma once

/// The ordering and lifetime rules of the engine, by name.
///
/// Each rule is looked up at exactly one place of the code. `RuleSet` says which hold; breaking one
/// is a parameter, not a patch. Rules are about the engine; `model::Rule` is about CUDA.

#include <bitset>
#include <cstdint>

namespace fencepost::gtp {

enum class Rule : std::uint8_t {
  // Order between streams.
  collectives_follow_their_writer,
  gemm_waits_for_gather,
  add_waits_for_reduction,
  reduced_event_covers_the_sum,
  capture_joins_side_streams,
  internal_events_in_full_iteration,
  internal_events_inside_local_graphs,
  // Scratch that is dropped or handed on.
  captured_scratch_is_recorded,
  captured_sum_scratch_is_recorded,
  captured_readers_are_all_recorded,
  eager_scratch_is_recorded,
  padded_copy_is_recorded,
  capture_acquires_fresh_scratch,
  capture_never_pushes,
  eager_pop_waits_for_fence,
  captured_pop_waits_for_fence,
  // Fences across the border of a capture.
  eager_fences_retire_before_capture,
  captured_fences_are_dropped,
  // The registered pool.
  released_buffers_return_to_the_pool,
  registered_tail_is_zeroed,
  // Windows.
  pool_registration_covers_what_is_there,
  hook_registers_later_memory,
  hook_needs_no_collective,
  memory_is_registered_with_its_own_group,
  sends_come_from_the_window,
  gathers_arrive_in_the_window,
  reduced_shards_stay_outside_the_window,
  windows_end_when_the_device_is_idle,
  windows_end_before_their_memory,
  windows_end_before_their_communicator,
  // Repeated backward.
  repeated_backward_drains,
  repeated_backward_drains_in_capture,
  repeated_drain_fences_compute,
  pending_reduction_finishes_first,
  cascade_checks_that_it_started,
  consume_gathers_on_demand,
  head_reduces_synchronously,
  leftover_reductions_are_added,
  // All-gather buffers.
  neighbours_have_other_parity,
  tickets_avoid_busy_buffers,
  reduced_buffer_carries_fence,
  // Gradients.
  stale_placeholder_is_cleared,
  placeholder_is_zeroed,
  finalized_addition_is_not_repeated,
  // Parameters.
  prefetch_awaits_publication,
  // Local graphs.
  ring_slots_outside_graph_pool,
  replay_waits_for_its_slots,
  replay_waits_for_its_arena,
  slots_are_taken_in_turn,
  capture_drains_its_own_streams,
  hooks_follow_phase_two,
  drained_prefetch_is_awaited,
  warm_up_restores_gradients,
  // Host state.
  replay_leaves_host_state_alone,
};
inline constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::replay_leaves_host_state_alone) + 1;

/// Which rules hold. A value; all hold by default.
class RuleSet {
 public:
  [[nodiscard]] bool holds(Rule rule) const { return !broken_.test(static_cast<std::size_t>(rule)); }
  [[nodiscard]] RuleSet without(Rule rule) const {
    RuleSet result = *this;
    result.broken_.set(static_cast<std::size_t>(rule));
    return result;
  }

 private:
  std::bitset<rule_count> broken_;
};

}  // namespace fencepost::gtp
