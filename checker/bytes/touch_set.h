#pragma once

/// A short list of accesses, the first two without a separate allocation.

#include <fencepost/checker/bytes/touch.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fencepost::checker {

class TouchSet {
 public:
  TouchSet() = default;
  TouchSet(const TouchSet& other)
      : here_(other.here_),
        more_(other.size_ > other.here_.size() ? std::make_unique<std::vector<Touch>>(*other.more_) : nullptr),
        size_(other.size_) {}
  TouchSet(TouchSet&&) noexcept = default;
  TouchSet& operator=(const TouchSet& other) { return *this = TouchSet(other); }
  TouchSet& operator=(TouchSet&&) noexcept = default;
  ~TouchSet() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Touch& operator[](std::size_t index) const {
    return index < here_.size() ? here_[index] : (*more_)[index - here_.size()];
  }

  void clear() { size_ = 0; }

  void add(const Touch& touch) {
    if (size_ < here_.size()) {
      here_[size_++] = touch;
      return;
    }
    if (!more_) more_ = std::make_unique<std::vector<Touch>>();
    const std::size_t place = size_++ - here_.size();
    if (place < more_->size()) {
      (*more_)[place] = touch;
    } else {
      more_->push_back(touch);
    }
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
  Touch& at(std::size_t index) { return index < here_.size() ? here_[index] : (*more_)[index - here_.size()]; }

  std::array<Touch, 2> here_;
  std::unique_ptr<std::vector<Touch>> more_;  // as long as it ever had to be: clearing frees nothing
  std::uint32_t size_ = 0;
};

}  // namespace fencepost::checker
