#pragma once

/// An operation that is being put together, with the storage an `Operation` only refers to.

#include <fencepost/traces/operation.h>

#include <vector>

namespace fencepost {

/// Owns what one operation refers to. A value.
struct Draft {
  Operation operation;  ///< its `accesses` and `detail` are not looked at
  Detail detail;
  std::vector<Access> accesses;

  Draft() = default;
  explicit Draft(OperationKind kind) { operation.kind = kind; }
  /// A copy of `original` with everything it refers to.
  explicit Draft(const Operation& original)
      : operation(original), detail(*original.detail), accesses(original.accesses.begin(), original.accesses.end()) {}

  /// The finished operation, accesses in their canonical order (reads, writes, updates, atomics; the
  /// given order within each). Valid while the draft lives unchanged.
  [[nodiscard]] Operation view();
};

/// Puts accesses in their canonical order.
void sort_accesses(std::vector<Access>& accesses);

}  // namespace fencepost
