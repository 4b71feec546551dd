#pragma once

/// Coordinate compression: a schedule with buffers of gigabytes runs in megabytes.
///
/// All that values can see of a byte range is which other ranges it overlaps. So the end points of
/// all ranges cut the modelled address space into cells that no access splits, and each cell is
/// played with the same few words, however many bytes it stands for. Bytes that move (copies,
/// collectives) carry their cuts with them, so that source and destination have cells alike.

#include <fencepost/traces/device.h>

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::cuda {

/// Bytes [lo, hi) of the modelled address space.
struct AddressRange {
  Address lo = 0;
  Address hi = 0;

  [[nodiscard]] Address size() const { return hi - lo; }
  friend auto operator<=>(const AddressRange&, const AddressRange&) = default;
};

/// The map from modelled addresses to cells. A value; immutable.
class Coordinates {
 public:
  /// The number of the cell that starts at `address`; of an end point: one past the last cell
  /// before it. REQUIRES: `address` was an end point of a range given to the builder.
  [[nodiscard]] std::uint32_t cell_at(Address address) const;
  [[nodiscard]] std::uint32_t cells(AddressRange range) const { return cell_at(range.hi) - cell_at(range.lo); }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cells_.size()); }
  /// The bytes that a cell stands for.
  [[nodiscard]] AddressRange operator[](std::uint32_t cell) const { return cells_[cell]; }

 private:
  friend class CoordinateBuilder;
  std::vector<Address> cuts_;
  std::vector<std::uint32_t> first_cell_;  // by cut: the cell that starts there or after it
  std::vector<AddressRange> cells_;
};

class CoordinateBuilder {
 public:
  /// These bytes are touched or owned by somebody. Empty ranges count for nothing.
  void cover(AddressRange range);
  /// The bytes from `from` on move to those from `to` on, one for one; both must be covered.
  void mirror(Address from, Address to, std::uint64_t length);

  /// Fails when more than `most_cells` cells would be needed, saying so.
  [[nodiscard]] tl::expected<Coordinates, std::string> build(std::uint32_t most_cells) const;

 private:
  [[nodiscard]] bool close_under_mirrors(std::set<Address>& cuts, std::size_t most_cuts) const;

  std::set<AddressRange> ranges_;
  std::set<std::tuple<Address, Address, std::uint64_t>> mirrors_;
};

}  // namespace fencepost::cuda
