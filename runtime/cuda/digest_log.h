#pragma once

/// What the card's work noted about its reads, and how it differs from what it should have read.

#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/reference.h>
#include <fencepost/runtime/cuda/words.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace fencepost::cuda {

/// The place in a log that some executions of one author were given: execution
/// `first_execution + k` writes `stride` entries from `base + k * stride` on.
struct LogRecord {
  AuthorId author = initial_contents;
  std::uint32_t first_execution = 0;
  std::uint32_t executions = 1;
  std::uint32_t stride = 0;
  std::uint64_t base = 0;
};

/// An index of log records over entries that the caller keeps. Not thread-safe.
class DigestLog {
 public:
  void add(const LogRecord& record);
  /// The entries of one execution; empty when it was given no place in `entries`.
  [[nodiscard]] std::span<const LogEntry> find(std::span<const LogEntry> entries, AuthorId author,
                                               std::uint32_t execution) const;
  void clear() { records_.clear(); }

 private:
  // By author and first execution; a later record of the same executions replaces the tail of an older one.
  std::map<std::pair<AuthorId, std::uint32_t>, LogRecord> records_;
};

/// Bytes that an execution read (or that memory holds in the end) and that are not what issue order
/// gives. Neighbouring cells with the same two writers are one.
struct WrongValue {
  AuthorId reader = initial_contents;  ///< `initial_contents`: nobody, the bytes are wrong in the end
  std::uint32_t execution = 0;
  AddressRange bytes;
  CellDigest expected;  ///< of the first wrong cell
  CellDigest found;
};

/// Appends `next`, or grows the newest value when it says the same about the bytes right before.
void append_wrong(std::vector<WrongValue>& wrong, const WrongValue& next);

/// An execution that should have logged its reads and did not.
struct MissingExecution {
  AuthorId author = initial_contents;
  std::uint32_t execution = 0;
};

struct ValueDifferences {
  std::vector<WrongValue> wrong;
  std::vector<MissingExecution> missing;

  [[nodiscard]] bool empty() const { return wrong.empty() && missing.empty(); }
};

/// One log: the index and the entries it refers to.
struct LogView {
  const DigestLog* log = nullptr;
  std::span<const LogEntry> entries;
};

/// Compares every expected read with the logs (the card's and the host's).
ValueDifferences compare_reads(const Reference& reference, const Coordinates& coordinates,
                               std::span<const LogView> logs);

/// Compares what memory holds in the end, from `first_cell` on.
std::vector<WrongValue> compare_memory(std::span<const Word> expected, std::span<const Word> found,
                                       const Coordinates& coordinates, std::uint32_t first_cell);

}  // namespace fencepost::cuda
