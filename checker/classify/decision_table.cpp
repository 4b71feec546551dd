#include <fencepost/checker/classify/decision_table.h>

#include <algorithm>
#include <array>
#include <span>

namespace fencepost::checker {

namespace {

/// One column of a pattern: a value to match, or anything.
template <class Value>
using Pattern = std::optional<Value>;
constexpr std::nullopt_t any = std::nullopt;

template <class Value>
constexpr bool fits(const Pattern<Value>& pattern, const Value& value) {
  return !pattern || *pattern == value;
}

/// The answer of the first row that matches. Tables are total: their last row matches everything.
template <class Row, class Case>
auto first_match(std::span<const Row> table, const Case& wanted) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Row& each) { return each.matches(wanted); });
  return row->answer;
}

template <class... Value>
constexpr bool all_any(const Pattern<Value>&... patterns) {
  return (!patterns.has_value() && ...);
}

struct RefusedRow {
  Pattern<model::Refusal> refusal;
  Pattern<bool> broke_capture;
  Slug answer;

  [[nodiscard]] constexpr bool matches(const RefusedCase& value) const {
    return fits(refusal, value.refusal) && fits(broke_capture, value.broke_capture);
  }
  [[nodiscard]] constexpr bool matches_everything() const { return all_any(refusal, broke_capture); }
};

using model::Refusal;
constexpr std::array refused_table = {
    RefusedRow{Refusal::captured_event_used_eagerly, any, Slug::eager_wait_on_captured_fence},
    RefusedRow{Refusal::ended_capture_event_in_capture, any, Slug::captured_wait_on_ended_capture},
    RefusedRow{Refusal::eager_event_in_capture, any, Slug::captured_wait_on_eager_fence},
    RefusedRow{Refusal::capture_unjoined, any, Slug::capture_unjoined},
    RefusedRow{Refusal::capture_merged, any, Slug::capture_merged},
    RefusedRow{Refusal::double_free, any, Slug::double_free},
    RefusedRow{Refusal::pool_exhausted_in_capture, any, Slug::pool_exhausted_in_capture},
    RefusedRow{Refusal::graph_memory_outstanding, any, Slug::memory_node_misuse},
    RefusedRow{Refusal::memory_nodes_copied, any, Slug::memory_node_misuse},
    RefusedRow{Refusal::wrong_device, any, Slug::wrong_device},
    RefusedRow{Refusal::dead_handle, any, Slug::dead_handle},
    RefusedRow{Refusal::window_without_memory, any, Slug::window_lifetime},
    RefusedRow{Refusal::window_covers_a_part, any, Slug::window_mismatch},
    RefusedRow{Refusal::window_of_another_communicator, any, Slug::window_mismatch},
    RefusedRow{Refusal::communicator_in_use, any, Slug::teardown_order},
    RefusedRow{Refusal::memory_never_freed, any, Slug::leak},
    RefusedRow{Refusal::captured_event_queried_live, true, Slug::capture_invalidated},
    RefusedRow{Refusal::legacy_stream_in_capture, true, Slug::capture_invalidated},
    RefusedRow{Refusal::unsupported_in_capture, true, Slug::capture_invalidated},
    RefusedRow{Refusal::capture_unmatched, true, Slug::capture_invalidated},
    RefusedRow{Refusal::capture_wrong_thread, true, Slug::capture_invalidated},
    RefusedRow{Refusal::capture_already_invalid, true, Slug::capture_invalidated},
    RefusedRow{any, any, Slug::refused_call},
};
static_assert(refused_table.back().matches_everything());

struct LifetimeRow {
  Pattern<bool> named_after_release;
  Pattern<Home> home;
  Pattern<bool> graph_memory;
  Pattern<bool> captured_life;
  Pattern<bool> handed_to_eager;
  std::optional<Slug> answer;
  Pattern<bool> unmapped = std::nullopt;

  [[nodiscard]] constexpr bool matches(const LifetimeCase& value) const {
    return fits(named_after_release, value.named_after_release) && fits(home, value.home) &&
           fits(graph_memory, value.graph_memory) && fits(captured_life, value.captured_life) &&
           fits(handed_to_eager, value.handed_to_eager) && fits(unmapped, value.unmapped);
  }
  [[nodiscard]] constexpr bool matches_everything() const {
    return all_any(named_after_release, home, graph_memory, captured_life, handed_to_eager, unmapped);
  }
};

constexpr std::optional<Slug> fine = std::nullopt;
constexpr std::array lifetime_table = {
    LifetimeRow{any, Home::window, any, any, any, Slug::window_lifetime},
    LifetimeRow{true, any, any, any, any, Slug::use_after_free},
    LifetimeRow{any, any, any, any, any, Slug::replay_after_free, true},
    LifetimeRow{any, Home::static_buffer, any, any, any, Slug::replay_after_free},
    LifetimeRow{any, Home::raw, any, any, any, Slug::replay_after_free},
    // A memory node's buffer lives from its allocation to its free in each launch.
    LifetimeRow{any, Home::async, any, true, any, fine},
    LifetimeRow{any, Home::graph_memory, any, true, any, fine},
    LifetimeRow{any, Home::async, any, any, any, Slug::replay_after_free},
    LifetimeRow{any, Home::graph_memory, any, any, any, Slug::replay_after_free},
    // A scratch pool keeps one list for eager code and for graphs.
    LifetimeRow{any, Home::scratch, true, any, true, Slug::capture_bytes_cached_for_eager},
    // Bytes of a graph's private pool stay with the graph.
    LifetimeRow{any, any, true, any, any, fine},
    LifetimeRow{any, Home::private_pool, any, any, any, fine},
    // Pools that eager code and captures share without private memory.
    LifetimeRow{any, Home::registered, any, true, true, Slug::capture_bytes_cached_for_eager},
    LifetimeRow{any, Home::registered, any, true, any, fine},
    LifetimeRow{any, Home::pinned, any, true, any, fine},
    LifetimeRow{any, any, any, any, any, Slug::capture_borrows_eager_bytes},
};
static_assert(lifetime_table.back().matches_everything());

struct OrderRow {
  Pattern<bool> escaped_capture;
  Pattern<LifeStep> life;
  Pattern<RaceBytes> bytes;
  Pattern<bool> host_access;
  Pattern<bool> stale_external;
  Pattern<bool> same_generation;
  Pattern<Borrowing> borrowing;
  Pattern<bool> first_reads, first_writes, second_reads;
  Slug answer;

  [[nodiscard]] constexpr bool matches(const OrderCase& value) const {
    return fits(escaped_capture, value.escaped_capture) && fits(life, value.life) && fits(bytes, value.bytes) &&
           fits(host_access, value.host_access) && fits(stale_external, value.stale_external) &&
           fits(same_generation, value.same_generation) && fits(borrowing, value.borrowing) &&
           fits(first_reads, reads(value.first)) && fits(first_writes, writes(value.first)) &&
           fits(second_reads, reads(value.second));
  }
  [[nodiscard]] constexpr bool matches_everything() const {
    return all_any(escaped_capture, life, bytes, host_access, stale_external, same_generation, borrowing, first_reads,
                   first_writes, second_reads);
  }
};

/// Rows for which only the circumstances count, not what the two accesses do.
constexpr OrderRow whatever_they_do(Pattern<bool> escaped_capture, Pattern<LifeStep> life, Pattern<RaceBytes> bytes,
                                    Pattern<bool> host_access, Pattern<bool> stale_external, Slug answer) {
  return {escaped_capture, life, bytes, host_access, stale_external, any, any, any, any, any, answer};
}
/// Rows for a tensor and what became of its bytes.
constexpr OrderRow of_tensors(Pattern<bool> same_generation, Pattern<Borrowing> borrowing, Pattern<bool> first_reads,
                              Pattern<bool> first_writes, Pattern<bool> second_reads, Slug answer) {
  return {any, any, any, any, any, same_generation, borrowing, first_reads, first_writes, second_reads, answer};
}

constexpr std::array order_table = {
    whatever_they_do(any, any, RaceBytes::window, any, any, Slug::window_lifetime),
    whatever_they_do(any, any, RaceBytes::communicator, any, any, Slug::communicator_race),
    whatever_they_do(true, any, any, any, any, Slug::capture_escape),
    whatever_they_do(any, LifeStep::allocation, any, any, any, Slug::use_before_alloc),
    whatever_they_do(any, LifeStep::release, any, any, any, Slug::use_after_free),
    whatever_they_do(any, any, RaceBytes::host, any, any, Slug::host_staging_race),
    whatever_they_do(any, any, any, true, any, Slug::host_staging_race),
    whatever_they_do(any, any, any, any, true, Slug::stale_external_record),
    of_tensors(false, Borrowing::eager_bytes, any, any, any, Slug::capture_borrows_eager_bytes),
    of_tensors(false, Borrowing::graph_bytes, any, any, any, Slug::capture_bytes_cached_for_eager),
    of_tensors(false, any, true, any, any, Slug::reuse_before_last_read),
    of_tensors(false, any, any, any, any, Slug::reuse_before_last_write),
    of_tensors(any, any, any, true, true, Slug::read_before_write),
    of_tensors(any, any, true, any, any, Slug::overwrite_before_last_read),
    of_tensors(any, any, any, any, any, Slug::unordered_writes),
};
static_assert(order_table.back().matches_everything());

struct OwnerRow {
  Pattern<SeenWrite> seen;
  Pattern<bool> writer_in_launch;
  Pattern<bool> reader_in_launch;
  Pattern<bool> reader_life_is_over;
  std::optional<Slug> answer;  ///< none: what the reader's lifetime case says

  [[nodiscard]] constexpr bool matches(const OwnerCase& value) const {
    return fits(seen, value.seen) && fits(writer_in_launch, value.writer_in_launch) &&
           fits(reader_in_launch, value.reader_in_launch) && fits(reader_life_is_over, value.reader_life.has_value());
  }
  [[nodiscard]] constexpr bool matches_everything() const {
    return all_any(seen, writer_in_launch, reader_in_launch, reader_life_is_over);
  }
};

constexpr std::array owner_table = {
    OwnerRow{SeenWrite::none, any, any, any, Slug::read_of_unwritten},
    OwnerRow{SeenWrite::before_hand_over, any, any, any, Slug::read_of_unwritten},
    OwnerRow{any, true, any, any, Slug::replay_overwrites_live},
    OwnerRow{any, any, true, true, std::nullopt},
    OwnerRow{any, any, any, any, Slug::use_after_free},
};
static_assert(owner_table.back().matches_everything());

}  // namespace

Slug decide(const RefusedCase& refused) { return first_match(std::span<const RefusedRow>(refused_table), refused); }

std::optional<Slug> decide(const LifetimeCase& life) {
  return first_match(std::span<const LifetimeRow>(lifetime_table), life);
}

Slug decide(const OrderCase& order) { return first_match(std::span<const OrderRow>(order_table), order); }

Slug decide(const OwnerCase& owner) {
  const auto answer = first_match(std::span<const OwnerRow>(owner_table), owner);
  return answer ? *answer : *owner.reader_life;
}

}  // namespace fencepost::checker
