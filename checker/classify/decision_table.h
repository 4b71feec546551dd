#pragma once

/// Which name a finding gets: total tables, one for each of the four questions.
///
/// Each question has a case, a plain value of everything its answer depends on, and a table of
/// patterns. The first pattern that fits decides; the last one of each table fits everything, so
/// every case has exactly one answer (tests/checker/classify/decision_table_test.cpp).

#include <fencepost/checker/hazard.h>
#include <fencepost/model/submission.h>

#include <cstdint>
#include <optional>

namespace fencepost::checker {

/// A refused call (definitions.md 12, rows E12–E24, K01–K19, M01–M14).
struct RefusedCase {
  model::Refusal refusal = model::Refusal::invalid_argument;
  bool broke_capture = false;  ///< a capture was invalidated, or ended without a graph
};
Slug decide(const RefusedCase& refused);

/// Where the bytes of a tensor came from.
enum class Home : std::uint8_t {
  static_buffer,
  caching,
  private_pool,
  scratch,
  registered,
  async,
  graph_memory,
  raw,
  pinned,
  window,  ///< no bytes: the registration of a window
};
inline constexpr std::uint8_t home_count = static_cast<std::uint8_t>(Home::window) + 1;

/// An access on behalf of a tensor that had been freed (definitions.md 13 and 20).
struct LifetimeCase {
  bool named_after_release = false;  ///< the operation itself was issued after the free
  Home home = Home::caching;         ///< otherwise it is a node of a launch after the free
  bool graph_memory = false;         ///< the bytes belong to a graph's private pool
  bool captured_life = false;        ///< allocated and freed inside captures
  bool handed_to_eager = false;      ///< since the free, something outside captures got the bytes
  bool unmapped = false;             ///< not freed: its addresses have no memory behind them
};
/// Nothing: the access is as it should be.
std::optional<Slug> decide(const LifetimeCase& life);

/// What the bytes of a race are.
enum class RaceBytes : std::uint8_t { device, host, communicator, window };
/// Whether one side is a replay of a tensor that was freed, and where its bytes went.
enum class Borrowing : std::uint8_t { none, eager_bytes, graph_bytes };

/// Whether one side begins the life of the tensor that the other uses, or ends it.
enum class LifeStep : std::uint8_t { none, allocation, release };

/// Two conflicting accesses that nothing orders; `first` was submitted earlier.
struct OrderCase {
  bool escaped_capture = false;  ///< eager work during a capture against one of its nodes
  LifeStep life = LifeStep::none;
  RaceBytes bytes = RaceBytes::device;
  bool host_access = false;     ///< one side is the host itself
  bool stale_external = false;  ///< an external record and a later external wait lie between them
  bool same_generation = true;
  Borrowing borrowing = Borrowing::none;
  AccessMode first = AccessMode::read, second = AccessMode::read;
};
Slug decide(const OrderCase& order);

/// A read that sees something else than what its tensor was given.
enum class SeenWrite : std::uint8_t {
  none,              ///< nobody has written these bytes
  before_hand_over,  ///< an earlier owner's value is still there
  after_hand_over,   ///< somebody else has written since
};
struct OwnerCase {
  SeenWrite seen = SeenWrite::none;
  bool writer_in_launch = false;
  bool reader_in_launch = false;
  std::optional<Slug> reader_life;  ///< what the reader's lifetime case says
};
Slug decide(const OwnerCase& owner);

}  // namespace fencepost::checker
