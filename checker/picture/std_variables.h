#pragma once

/// Bytes as variables that overlap only when they are the same.

#include <fencepost/model/submission.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fencepost::checker {

/// Cuts each region at every border of an access, so that two accesses have a piece in common if and
/// only if they overlap. Atomic updates commute with one another: each thread's updates of a piece
/// go to a variable of their own, which everybody else's plain accesses touch as well.
class StdVariables {
 public:
  struct Step {
    bool writes = false;
    std::string variable;
  };

  /// First all accesses that there will be, then `finish`, then `steps`.
  void add(const model::MemoryAccess& access, std::size_t thread);
  void finish();
  /// What `access`, made by `thread`, does to which variables.
  [[nodiscard]] std::vector<Step> steps(const model::MemoryAccess& access, std::size_t thread) const;

 private:
  struct Piece {
    std::uint64_t hi = 0;
    std::set<std::size_t> atomic_threads;
  };
  struct Region {
    std::set<std::uint64_t> borders;
    std::vector<std::pair<model::MemoryAccess, std::size_t>> atomics;
    std::map<std::uint64_t, Piece> pieces;  // by first byte
  };

  std::map<model::RegionId, Region> regions_;
};

}  // namespace fencepost::checker
