#pragma once

/// What the checker found, as values. Wording lives elsewhere (checker/report/).

#include <fencepost/model/submission.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::checker {

/// The stable identifiers of hazards (docs/hazards.md explains each; `fencepost explain SLUG`).
enum class Slug : std::uint8_t {
  // Bytes that changed hands.
  reuse_before_last_read,
  reuse_before_last_write,
  // One tensor, no reuse.
  read_before_write,
  overwrite_before_last_read,
  unordered_writes,
  // A fence across a capture's border.
  eager_wait_on_captured_fence,
  captured_wait_on_eager_fence,
  captured_wait_on_ended_capture,
  stale_external_record,
  // Graphs against pools.
  capture_borrows_eager_bytes,
  capture_bytes_cached_for_eager,
  replay_after_free,
  replay_overwrites_live,
  output_overwritten,
  stale_graph_parameters,
  // Lifetimes.
  use_before_alloc,
  use_after_free,
  double_free,
  read_of_unwritten,
  leak,
  pool_growth,
  pool_exhausted_in_capture,
  memory_node_misuse,
  host_staging_race,
  // The capture itself.
  capture_unjoined,
  capture_merged,
  capture_invalidated,
  capture_escape,
  // Ranks, windows, communicators.
  window_lifetime,
  window_mismatch,
  collective_mismatch,
  communicator_race,
  deadlock,
  // Handles, calls, values.
  dead_handle,
  teardown_order,
  wrong_device,
  refused_call,
  wrong_value,
};
inline constexpr std::uint8_t slug_count = static_cast<std::uint8_t>(Slug::wrong_value) + 1;
/// `reuse-before-last-read`, …
std::string_view name(Slug slug);
std::optional<Slug> slug_named(std::string_view text);

/// Which of the four questions found it; they are asked in this order (docs/design.md).
enum class Question : std::uint8_t { refused, order, owner, lifetime };

/// How close the schedule came to being ordered.
enum class NearMiss : std::uint8_t {
  none,                 ///< not a question of order
  missing_edge,         ///< nothing between the two streams after the first access
  stale_record,         ///< a wait is there, but bound to a record before the first access
  stale_external,       ///< external record and wait in one graph: no edge, an older record may do
  wrong_stream,         ///< a wait for the first access exists, on another stream than needed
  captured_only_fence,  ///< the event lives inside a capture only
  edge_lost_at_border,  ///< ordered inside the graph, but the launch itself is not ordered
  unrecorded_event,     ///< the wait was on an event nobody had recorded
};
std::string_view name(NearMiss near_miss);

enum class Phase : std::uint8_t { eager, captured, replay, host };

/// One end of a hazard.
struct Site {
  std::uint32_t line = 0;  ///< the operation's own line (of a captured node: where it was captured)
  OperationKind operation = OperationKind::kernel;
  LabelId label;
  StreamId stream;  ///< where it runs; of a node of a launch: the stream it was captured on
  ThreadId thread;  ///< the host thread that issued it
  Phase phase = Phase::eager;
  AccessMode mode = AccessMode::read;
  model::GenerationId generation;  ///< the tensor it means; none when it is not an access
  EventId event;
  // When it is a node of a launch:
  model::ExecutionId execution = 0;
  model::NodeIndex node = model::no_node;
  GraphId graph;
  ExecutableId executable;
  std::uint64_t launch_number = 0;  ///< one-based count of launches of `executable`
  std::uint32_t launch_line = 0;
  StreamId launch_stream;
};

/// One change to the text of a schedule.
struct Edit {
  enum class Kind : std::uint8_t { insert_before, replace, remove } kind = Kind::insert_before;
  std::uint32_t line = 0;  ///< of the original text; `insert_before` line n+1 appends
  std::string text;        ///< the new line, without its end; empty for removals
};

/// A set of edits that was applied and re-checked.
struct Fix {
  std::vector<Edit> edits;
  bool verified = false;  ///< the edited text parses, has lost this hazard and gained none
  std::uint32_t waits_added = 0;
  std::int64_t peak_bytes_added = 0;  ///< of all pools together
  std::string summary;                ///< one clause: `wait for "sent" on main before "overwrite"`
};

struct Hazard {
  Slug slug = Slug::refused_call;
  Question question = Question::refused;
  NearMiss near_miss = NearMiss::none;
  bool latent = false;

  Site first;   ///< the earlier end in the order of definitions.md 1; may be empty (line 0)
  Site second;  ///< the later end: where it goes wrong

  model::RegionId region;
  std::uint64_t lo = 0, hi = 0;  ///< bytes in dispute, relative to the region; equal: no bytes
  BufferId first_buffer, second_buffer;
  std::uint64_t second_lo = 0, second_hi = 0;  ///< the same bytes, relative to the second's buffer

  std::uint32_t release_line = 0;    ///< where the first owner gave the bytes up
  std::uint32_t hand_over_line = 0;  ///< where the second owner got them
  std::uint32_t common_line = 0;     ///< the last operation ordered before both ends; 0: none
  std::uint32_t near_miss_line = 0;  ///< the wait (or record) that nearly did it
  std::uint32_t near_miss_record_line = 0;
  EventId near_miss_event;

  Status status = Status::success;  ///< of refused calls
  model::Refusal refusal = model::Refusal::invalid_argument;

  /// One legal device order that shows it: lines, earliest first.
  std::vector<std::uint32_t> bad_order;
  std::size_t second_in_bad_order = 0;  ///< where the second end stands; the first end is the last
  /// Further pairs of the same kind on the same two tensors (definitions.md 10).
  struct Also {
    Site first, second;
    std::uint64_t lo = 0, hi = 0;
  };
  std::vector<Also> also;
  /// How many times it was found (launches, iterations).
  std::uint64_t occurrences = 1;

  std::vector<Fix> fixes;
  /// Sixteen hex digits that survive changed line numbers.
  std::string fingerprint;
};

/// Worth knowing, not a hazard.
struct Note {
  enum class Kind : std::uint8_t {
    redundant_wait,
    void_wait,
    unprotected_release,
    latent_hand_over,
    empty_capture,
    concurrent_communicators,
    unordered_free
  } kind = Kind::void_wait;
  std::uint32_t line = 0;
  std::uint32_t other_line = 0;
  StreamId stream;
  EventId event;
  BufferId buffer;
  GraphId graph;
};
std::string_view name(Note::Kind kind);

}  // namespace fencepost::checker
