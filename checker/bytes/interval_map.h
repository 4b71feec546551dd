#pragma once

/// A value for every byte of a region, kept for runs of bytes with equal history.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

namespace fencepost::checker {

/// Bytes [0, 2^64) cut into intervals, each with a `Value`. Looking up costs the logarithm of the
/// number of intervals, or nothing when the access follows where the last one ended or began.
template <class Value>
class IntervalMap {
 public:
  [[nodiscard]] std::size_t size() const { return starts_.size(); }

  /// Calls `visit(lo, hi, value)` for each interval of [lo, hi), cutting those at its ends.
  template <class Visit>
  void visit(std::uint64_t lo, std::uint64_t hi, Visit visit) {
    if (lo >= hi) return;
    const std::size_t first = cut(lo);
    const std::size_t last = cut_after(first, hi);
    for (std::size_t i = first; i < last; ++i) visit(starts_[i], end_of(i), values_[i]);
    hint_ = last < starts_.size() ? last : 0;
  }

  /// The same without cutting: `visit` gets whole intervals, which may reach beyond [lo, hi).
  template <class Visit>
  void look(std::uint64_t lo, std::uint64_t hi, Visit visit) const {
    for (std::size_t i = find(lo); i < starts_.size() && starts_[i] < hi; ++i) {
      visit(starts_[i], end_of(i), values_[i]);
    }
  }

  /// Joins neighbours in [lo, hi) whose values are equal.
  void coalesce(std::uint64_t lo, std::uint64_t hi) {
    std::size_t kept = find(lo);
    std::size_t next = kept + 1;
    while (next < starts_.size() && starts_[next] < hi) {
      if (!(values_[next] == values_[kept])) {
        ++kept;
        if (kept != next) {
          starts_[kept] = starts_[next];
          values_[kept] = std::move(values_[next]);
        }
      }
      ++next;
    }
    starts_.erase(at(starts_, kept + 1), at(starts_, next));
    values_.erase(at(values_, kept + 1), at(values_, next));
    hint_ = 0;
  }

 private:
  template <class Vector>
  static auto at(Vector& vector, std::size_t index) {
    return vector.begin() + static_cast<std::ptrdiff_t>(index);
  }

  [[nodiscard]] std::uint64_t end_of(std::size_t index) const {
    return index + 1 < starts_.size() ? starts_[index + 1] : std::numeric_limits<std::uint64_t>::max();
  }

  /// The interval that `byte` lies in.
  [[nodiscard]] std::size_t find(std::uint64_t byte) const {
    if (starts_[hint_] <= byte && byte < end_of(hint_)) return hint_;
    return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin()) - 1;
  }

  /// The interval that begins at `byte`, made if need be.
  std::size_t cut(std::uint64_t byte) {
    const std::size_t index = find(byte);
    return starts_[index] == byte ? index : insert_after(index, byte);
  }

  /// One past the last interval that ends at `byte`, going on from `index`.
  std::size_t cut_after(std::size_t index, std::uint64_t byte) {
    while (end_of(index) < byte) ++index;
    if (end_of(index) > byte) insert_after(index, byte);
    return index + 1;
  }

  std::size_t insert_after(std::size_t index, std::uint64_t byte) {
    starts_.insert(at(starts_, index + 1), byte);
    values_.insert(at(values_, index + 1), Value(values_[index]));
    return index + 1;
  }

  std::vector<std::uint64_t> starts_{0};
  std::vector<Value> values_{Value{}};
  std::size_t hint_ = 0;
};

}  // namespace fencepost::checker
