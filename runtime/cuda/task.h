#pragma once

/// One piece of work as a kernel gets it: plain data, passed by value as a kernel argument, so that
/// a captured graph carries it in its nodes.

#include <fencepost/runtime/cuda/delays.h>
#include <fencepost/runtime/cuda/words.h>
#include <fencepost/traces/operation.h>

#include <array>
#include <cstdint>

namespace fencepost::cuda {

inline constexpr std::uint32_t most_ranges = 48;
inline constexpr std::uint32_t most_sums = 32;
inline constexpr std::uint32_t most_addresses = 96;

struct TaskRange {
  Word* words = nullptr;
  std::uint32_t cells = 0;
  AccessMode mode = AccessMode::read;
};

/// Every word of each target becomes `factor` times the sum of the same word of every source.
struct TaskSum {
  std::uint64_t factor = 1;
  std::uint32_t words = 0;
  std::uint16_t first_address = 0;  ///< sources first, then targets
  std::uint16_t sources = 0;
  std::uint16_t targets = 0;
};

struct Task {
  AuthorId author = initial_contents;
  /// The number of this execution, and of the first one that the log has a place for. With
  /// `counted` the number comes from the author's counter instead, which the work then advances.
  std::uint32_t execution = 0;
  std::uint32_t log_first = 0;
  std::uint32_t log_executions = 0;
  std::uint64_t log_base = 0;
  std::uint32_t log_stride = 0;  ///< entries of one execution: the cells of all ranges that are read
  std::uint32_t range_count = 0;
  std::uint32_t sum_count = 0;  ///< with sums, nothing is composed: the written ranges get sums
  bool counted = false;
  bool logs_only = false;  ///< a library does the work, right behind this: nothing is written
  std::array<TaskRange, most_ranges> ranges{};
  std::array<TaskSum, most_sums> sums{};
  std::array<Word*, most_addresses> addresses{};
};
static_assert(sizeof(Task) < 4000, "kernel arguments may take 4 KiB");

/// Memory that all work of a run shares; every table is indexed by author.
struct Tables {
  const Delay* delays = nullptr;
  std::uint32_t* counters = nullptr;
  /// How many executions have begun and ended, for whoever asks why a run hangs.
  std::uint32_t* started = nullptr;
  std::uint32_t* finished = nullptr;
  LogEntry* log = nullptr;
  std::uint64_t log_size = 0;
};

constexpr bool is_digested(AccessMode mode) { return mode == AccessMode::read || mode == AccessMode::update; }

/// Does on the host what the kernel does on the card, for host accesses and host functions. Delays
/// are slept, the log is written, the counters advance.
void perform_on_host(const Task& task, const Tables& tables);

}  // namespace fencepost::cuda
