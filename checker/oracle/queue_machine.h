#pragma once

/// The device as a queue machine: what may run next, and nothing else.
///
/// The machine knows no happens-before. It has items, the set of those that have completed, and
/// one question: may this item run now? Queues are FIFO, a launch runs its nodes as their
/// predecessors complete, and a wait goes on as soon as any of its candidates has completed
/// (definitions.md 2). Everything the oracle says follows from running it in every order.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::checker::oracle {

/// A schedule with more items is too large for the oracle.
inline constexpr std::size_t item_limit = 128;
/// A set of items, one bit each.
using ItemSet = std::bitset<item_limit>;
inline ItemSet only(std::size_t item) { return ItemSet{}.set(item); }

enum class Step : std::uint8_t { execution, launch_start, node, launch_end, queue_end };

struct Item {
  AccessKey key;  ///< of a launch's start and end: the launch, without a node
  Step step = Step::execution;
  ItemSet required;             ///< all of these have completed before it may run
  std::vector<ItemSet> any_of;  ///< and at least one of each of these
  ItemSet required_if_guarded;  ///< of hand-overs: the completions the pool saw (definitions.md 3)
};

enum class Refusal : std::uint8_t { too_many_items, too_many_states };

class QueueMachine {
 public:
  static tl::expected<QueueMachine, Refusal> build(const SubmissionLog& log);

  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  /// The item that makes the accesses of `key`. REQUIRES: the log has such an execution or node.
  [[nodiscard]] std::size_t item_of(AccessKey key) const;

  /// Whether `item`, not yet run, may run when `done` has completed. Hand-overs in `guarded` also
  /// block until the completions that their pool saw.
  [[nodiscard]] bool may_run(std::size_t item, const ItemSet& done, const ItemSet& guarded) const;

 private:
  friend class QueueMachineBuilder;
  std::vector<Item> items_;
};

}  // namespace fencepost::checker::oracle
