#pragma once

/// A short list of accesses, the first two without a separate allocation.

#include <fencepost/checker/bytes/touch.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace fencepost::checker {

class TouchSet {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Touch& operator[](std::size_t index) const {
    return index < here_.size() ? here_[index] : more_[index - here_.size()];
  }

  void clear() { size_ = 0; }

  void add(const Touch& touch) {
    if (size_ < here_.size()) {
      here_[size_] = touch;
    } else if (size_ - here_.size() < more_.size()) {
      more_[size_ - here_.size()] = touch;
    } else {
      more_.push_back(touch);
    }
    ++size_;
  }

  /// Keeps, in order, those for which `keep` holds.
  template <class Keep>
  void filter(Keep keep) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size_; ++i) {
      const Touch touch = (*this)[i];
      if (!keep(touch)) continue;
      at(kept++) = touch;
    }
    size_ = kept;
  }

  friend bool operator==(const TouchSet& a, const TouchSet& b) {
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (a[i] != b[i]) return false;
    }
    return true;
  }

 private:
  Touch& at(std::size_t index) { return index < here_.size() ? here_[index] : more_[index - here_.size()]; }

  std::array<Touch, 2> here_;
  std::vector<Touch> more_;  // its size is what was ever needed: clearing frees nothing
  std::uint32_t size_ = 0;
};

}  // namespace fencepost::checker
