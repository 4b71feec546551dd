#pragma once

/// Vector clocks in one flat array.
///
/// A row is a clock; a column is something executions follow one another on (a stream, a host
/// thread, or one external record of the launches on one stream). The entry of a column is the last
/// execution there that is ordered before the owner of the row. Rows and columns are only ever
/// added. Not thread-safe.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::checker {

/// An execution id as the clocks keep it: half as wide, so that joins move half as much memory.
/// Zero is "none".
using Tick = std::uint32_t;
using Column = std::uint32_t;
using Row = std::uint32_t;
inline constexpr Column no_column = 0xffffffffU;
/// The last execution that clocks can count.
inline constexpr std::uint64_t last_tick = 0xfffffffeU;

class ClockRows {
 public:
  /// A row of zeros.
  Row add_row();
  Column add_column();
  [[nodiscard]] std::size_t width() const { return width_; }

  /// The entries of a row; valid until a row or a column is added.
  [[nodiscard]] const Tick* operator[](Row row) const { return ticks_.data() + std::size_t{row} * stride_; }

  /// Lifts one entry to at least `tick`.
  void raise(Row row, Column column, Tick tick) {
    Tick& entry = at(row)[column];
    if (entry < tick) entry = tick;
  }
  void assign(Row to, Row from);
  /// The larger of both entries in every column. Returns whether anything changed.
  bool join(Row into, Row from);
  /// The smaller of both entries in every column.
  void meet(Row into, Row from);
  [[nodiscard]] bool equal(Row a, Row b) const;

 private:
  /// Rows are worked on in blocks of this many entries; those past the last column are zero.
  static constexpr std::size_t block = 8;

  [[nodiscard]] std::size_t padded_width() const { return (width_ + block - 1) / block * block; }
  Tick* at(Row row) { return ticks_.data() + std::size_t{row} * stride_; }

  std::vector<Tick> ticks_;
  std::size_t stride_ = block;
  std::size_t width_ = 0;
  std::size_t row_count_ = 0;
};

}  // namespace fencepost::checker
