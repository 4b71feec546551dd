#pragma once

/// Reads traces too large for memory.

#include <fencepost/traces/diagnostic.h>
#include <fencepost/traces/schedule.h>

#include <cstddef>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost {

/// Yields a trace in chunks of whole operations.
///
/// Memory is bounded by the longest line, one chunk, the names, and a few bytes for each gap
/// between lines that hold operations. A fault may be found after earlier chunks were handed out;
/// whatever was concluded from those is then void. Not thread-safe.
class ScheduleReader {
 public:
  /// Most operations of one chunk.
  static constexpr std::size_t chunk_size = 65536;

  /// Opens a file. Fails when it cannot be read or is a directory.
  static tl::expected<ScheduleReader, Diagnostics> open(const std::filesystem::path& path);
  /// Reads `stream`, which must outlive the reader.
  ScheduleReader(std::istream& stream, std::string file_name);

  ScheduleReader(ScheduleReader&&) noexcept;
  ScheduleReader& operator=(ScheduleReader&&) noexcept;
  ~ScheduleReader();

  /// The next chunk, valid until the next call; null at the end of the trace. The names of a chunk
  /// include those of all earlier ones. After the end or a fault every further call gives the same.
  tl::expected<const Schedule*, Diagnostics> next();
  /// The same, into storage of the caller, which only gets the operations: `chunk` has no names and
  /// no expectations. False at the end of the trace.
  tl::expected<bool, Diagnostics> next_into(Schedule& chunk);

  [[nodiscard]] const Names& names() const;
  /// Indices in them count all operations of the trace. Complete once `next` has given null.
  [[nodiscard]] const std::vector<Expectation>& expectations() const;

 private:
  class State;
  explicit ScheduleReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Reads a whole file into memory as one schedule; the faults are those of `open` and `next`.
tl::expected<Schedule, Diagnostics> read_schedule(const std::filesystem::path& path);

}  // namespace fencepost
