#pragma once

/// Turns an operation's accesses into ranges of words that a kernel can work on.

#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/task.h>
#include <fencepost/traces/operation.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cuda {

/// The start of the compressed address space in each kind of memory. All kinds use the same
/// offsets; no buffer has bytes in two of them.
struct Arenas {
  Word* device = nullptr;
  Word* pinned = nullptr;  ///< page-locked and mapped: `pinned` and `mapped` buffers
  Word* pageable = nullptr;

  /// Null for memory that is not played (managed).
  [[nodiscard]] Word* of(MemoryKind memory) const;
};

/// Some words of an arena.
struct WordRange {
  Word* words = nullptr;
  std::uint32_t cells = 0;

  [[nodiscard]] std::size_t bytes() const { return std::size_t{cells} * bytes_per_cell; }
};

/// One call of a collective, as rank 0 makes it.
struct RankShare {
  const Word* from = nullptr;
  Word* to = nullptr;
  std::size_t words = 0;  ///< what one rank contributes
};

/// Knows where every buffer lies. `coordinates` must outlive it. Not thread-safe.
class TaskMaker {
 public:
  TaskMaker(const Coordinates& coordinates, const Arenas& arenas) : coordinates_(coordinates), arenas_(arenas) {}

  /// From now on the buffer has the bytes from `base` on.
  void place(BufferId buffer, Address base, MemoryKind memory);
  [[nodiscard]] MemoryKind memory(BufferId buffer) const;
  /// REQUIRES: the buffer has been placed.
  [[nodiscard]] WordRange words(const Access& access) const;

  /// The ranges of `operation`, and the sums when it is a collective of `ranks` ranks; author and
  /// log are the caller's. Fails with the reason when it does not fit into a kernel's arguments or
  /// names a buffer without bytes.
  [[nodiscard]] tl::expected<Task, std::string> make(const Operation& operation, std::uint64_t ranks) const;

  /// A collective as calls of a library in which this rank's data stand for those of all ranks. Empty
  /// when it has another shape. REQUIRES: `make` accepts it.
  [[nodiscard]] std::vector<RankShare> shares(const Operation& operation, std::uint64_t ranks) const;

 private:
  struct Placement {
    bool placed = false;
    Address base = 0;
    MemoryKind memory = MemoryKind::device;
  };

  struct Ranges {
    std::vector<AddressRange> reads, writes;
  };

  [[nodiscard]] AddressRange range(const Access& access) const;
  [[nodiscard]] Ranges ranges(const Operation& operation) const;
  [[nodiscard]] Word* device_word(Address address) const;
  [[nodiscard]] bool add_sums(Task& task, const Operation& operation, std::uint64_t ranks) const;

  const Coordinates& coordinates_;
  Arenas arenas_;
  std::vector<Placement> placements_;  // by buffer
};

}  // namespace fencepost::cuda
