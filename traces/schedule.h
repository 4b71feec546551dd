#pragma once

/// A schedule: operations in host issue order, the names they use, and what is expected of them.

#include <fencepost/traces/device.h>
#include <fencepost/traces/names.h>
#include <fencepost/traces/operation.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// What the author of a schedule says must be found (`expect …`). Never looked at by the model or
/// the checker; only `audit --check-expectations` and the card's runner read it.
struct Expectation {
  enum class Kind : std::uint8_t { clean, hazard, note, wrong_value } kind = Kind::clean;
  std::string slug;  ///< of hazards and notes
  /// Indices of the operations named by `first=` and `second=`; none: not stated.
  std::optional<std::size_t> first, second;
  std::optional<std::uint64_t> lo, hi;  ///< `bytes=lo:hi`, relative to the later access's buffer
  std::uint32_t line = 0;

  friend bool operator==(const Expectation& a, const Expectation& b) {
    return a.kind == b.kind && a.slug == b.slug && a.first == b.first && a.second == b.second && a.lo == b.lo &&
           a.hi == b.hi;
  }
};

/// Owns operations compactly: 32 bytes each, accesses and rare arguments in side arrays.
class Schedule {
 public:
  /// Copies `operation`, its accesses and its detail. Returns its index. REQUIRES: at most 65,535
  /// accesses, and `operation` is not a view of this very schedule.
  std::size_t append(const Operation& operation);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// A view of operation `index`; valid until the next `append`.
  [[nodiscard]] Operation operator[](std::size_t index) const;

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] const std::vector<Expectation>& expectations() const { return expectations_; }
  [[nodiscard]] std::vector<Expectation>& expectations() { return expectations_; }

  /// Drops the operations and expectations, keeps the names: a chunk of a streaming reader.
  void clear_operations();
  /// Exchanges the operations, and nothing else, with `other`, whose names must number the same
  /// things alike as long as the operations are to mean anything.
  void swap_operations(Schedule& other) noexcept;

  /// The same operations on things of the same names, and the same expectations. How the names are
  /// numbered, names that nothing uses, and lines do not matter.
  friend bool operator==(const Schedule& a, const Schedule& b);

 private:
  struct Row {
    OperationKind kind;
    OperationFlags flags;
    std::uint16_t access_count;
    std::uint32_t thread;
    std::uint32_t stream;
    std::uint32_t object;
    std::uint32_t label;
    std::uint32_t line;
    std::uint32_t first_access;
    std::uint32_t detail;  ///< index into `details_`, or `no_detail_index`
  };
  static constexpr std::uint32_t no_detail_index = 0xffffffffU;

  std::vector<Row> rows_;
  std::vector<Access> accesses_;
  std::vector<Detail> details_;
  Names names_;
  std::vector<Expectation> expectations_;
};

}  // namespace fencepost
