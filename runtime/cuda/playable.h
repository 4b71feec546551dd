#pragma once

/// Which operations the card plays, and why not the others.

#include <fencepost/traces/operation.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fencepost::cuda {

/// Fed with the operations of a schedule in order; knows in what memory each buffer lies.
class Playable {
 public:
  /// The reason for which this operation cannot be played; empty when it can.
  std::optional<std::string> why_not(const Operation& operation);

 private:
  void learn(const Operation& operation);
  [[nodiscard]] std::optional<std::string> about_memory(const Operation& operation) const;

  std::vector<MemoryKind> memory_;  // by buffer
  std::set<PoolId> pinned_pools_;
};

}  // namespace fencepost::cuda
