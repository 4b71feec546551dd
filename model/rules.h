#pragma once

/// Every rule of CUDA, NCCL and the pools that a verdict depends on, as data.
///
/// The table (`rule_table()`) gives each rule's meaning, its source, the plausible wrong form it is
/// protected against, and the trace of the corpus whose expectations fail under that wrong form.
/// `Rules` says which rules hold; by default all do. Breaking one is a parameter, not a patch:
/// tests (and nobody else) play the corpus under every wrong form.

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fencepost::model {

enum class Rule : std::uint8_t {
  // Events, outside and inside captures (docs/cuda-rows.md, rows E).
  waits_bind_at_submission,
  rerecord_overwrites,
  record_covers_earlier_work_only,
  unrecorded_wait_orders_nothing,
  launch_binds_external_waits,
  external_candidates_intersect,
  internal_pair_is_an_edge,
  external_pair_is_no_edge,
  launch_performs_external_records,
  wait_joins_live_capture,
  captured_event_refused_eagerly,
  eager_record_clears_captured,
  query_of_live_captured_event_invalidates,
  ended_capture_event_refused_in_capture,
  eager_event_is_isolated,
  unrecorded_wait_in_capture_is_free,
  external_wait_reaches_outside,
  external_flag_needs_capture,
  event_destroyed_in_capture_is_harmless,
  external_wait_on_ended_capture_refused,
  external_record_keeps_captured_state,
  launched_record_clears_captured,
  external_record_is_no_capture_record,
  internal_record_allows_external_wait,
  internal_record_starts_anew,
  destroyed_event_keeps_waiters,
  // Captures (table K).
  forked_work_must_join,
  idle_fork_needs_no_join,
  late_work_unjoins,
  end_needs_the_origin,
  external_wait_joins_nothing,
  captures_do_not_merge,
  begin_needs_idle_stream,
  end_needs_a_capture,
  end_needs_the_thread,
  launch_into_capture_refused,
  empty_capture_is_a_graph,
  captured_stream_is_usable_after,
  legacy_escapes_nonblocking_capture,
  legacy_breaks_blocking_capture,
  launch_beside_capture_runs,
  lost_capture_keeps_its_events,
  // Calls made while a capture is live (table M).
  unsafe_calls_respect_mode,
  unsafe_calls_respect_thread,
  capturing_stream_cannot_synchronise,
  device_synchronise_breaks_capture,
  handle_calls_are_safe_in_capture,
  lost_capture_is_in_the_way,
  // Launches and lifetimes (table L).
  launches_of_one_executable_serialise,
  executables_are_independent,
  executable_outlives_graph,
  destroyed_stream_completes,
  updates_concern_later_launches,
  update_keeps_topology,
  disabled_nodes_touch_nothing,
  explicit_edges_order,
  dependencies_can_be_dropped,
  memory_nodes_are_not_cloned,
  conditional_bodies_may_not_run,
  conditional_bodies_hold_work_only,
  conditional_graphs_are_unique,
  // What orders what (table S, docs/design.md).
  legacy_joins_blocking_streams,
  legacy_ignores_nonblocking_streams,
  host_sync_orders_later_work,
  synchronous_copy_blocks_host,
  early_launch_overtakes,
  value_operations_are_atomic,
  observed_query_orders,
  graph_order_enters_and_leaves,
  // Pools (PyTorch's caching allocator; definitions.md 20).
  caching_reuse_is_per_home_stream,
  release_orders_nothing,
  record_stream_defers_reuse,
  incidental_order_is_guarded,
  record_stream_acts_at_release,
  capture_defers_recorded_blocks,
  capture_routes_to_its_pool,
  private_pool_never_feeds_eager,
  raw_free_orders_nothing,
  captured_pinned_use_is_for_ever,
  trim_gives_free_blocks_back,
  unmapping_waits_for_nothing,
  mapping_keeps_the_addresses,
  markers_free_parked_blocks,
  every_marker_is_awaited,
  end_of_capture_frees_parked_blocks,
  capturing_is_asked_of_one_stream,
  any_capture_defers_in_torch_2_11,
  // Memory in stream order, outside and inside graphs (tables P and A).
  async_allocation_is_stream_work,
  async_free_is_stream_work,
  graph_memory_is_freed_before_relaunch,
  auto_free_frees_at_launch,
  memory_nodes_instantiate_once,
  user_objects_keep_memory,
  graph_memory_exists_once_launched,
  // Communicators (definitions.md 8).
  communicator_serialises,
  group_joins_its_streams,
  group_is_one_unit,
  window_outlives_its_collectives,
  window_ends_before_its_memory,
  window_covers_the_whole_use,
  window_is_of_one_communicator,
  communicator_outlives_its_users,
  // Several GPUs.
  devices_synchronise_apart,
  event_is_recorded_on_its_device,
  capture_pool_serves_its_device,
};
inline constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::capture_pool_serves_its_device) + 1;

struct RuleEntry {
  Rule rule;
  std::string_view name;        ///< as the enumerator, with blanks: "waits bind at submission"
  std::string_view meaning;     ///< one sentence
  std::string_view source;      ///< a measured row (E12), a CUDA document, a pull request
  std::string_view wrong_form;  ///< what somebody might plausibly believe instead
  std::string_view killed_by;   ///< a trace under traces/corpus/ that fails under the wrong form
};

std::span<const RuleEntry> rule_table();
std::string_view name(Rule rule);
std::optional<Rule> rule_named(std::string_view text);

/// Which rules hold. A value; all hold by default.
class Rules {
 public:
  [[nodiscard]] bool hold(Rule rule) const { return !broken_.test(static_cast<std::size_t>(rule)); }
  [[nodiscard]] bool all_hold() const { return broken_.none(); }
  [[nodiscard]] Rules without(Rule rule) const {
    Rules result = *this;
    result.broken_.set(static_cast<std::size_t>(rule));
    return result;
  }

 private:
  std::bitset<rule_count> broken_;
};

}  // namespace fencepost::model
