#include <fencepost/properties/shrink.h>

#include <algorithm>
#include <array>
#include <utility>

namespace fencepost::properties {

namespace {

class Shrinker {
 public:
  Shrinker(Tape tape, const std::function<bool(const Tape&)>& still_fails, std::size_t attempts)
      : best_(std::move(tape)), still_fails_(still_fails), attempts_(attempts) {}

  Tape run() {
    while (attempts_ > 0 && (leave_out() || zero() || lower())) {
    }
    return std::move(best_);
  }

 private:
  bool keep_if_failing(Tape candidate) {
    if (attempts_ == 0) return false;
    --attempts_;
    if (!still_fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  /// Pieces of half the tape first, then ever smaller ones.
  bool leave_out() {
    bool better = false;
    for (std::size_t length = best_.size(); length > 0; length /= 2) {
      for (std::size_t from = 0; from < best_.size();) {
        Tape candidate = best_;
        const auto first = candidate.begin() + static_cast<std::ptrdiff_t>(from);
        candidate.erase(first, first + static_cast<std::ptrdiff_t>(std::min(length, best_.size() - from)));
        if (keep_if_failing(std::move(candidate))) {
          better = true;
        } else {
          from += length;
        }
      }
    }
    return better;
  }

  bool zero() {
    bool better = false;
    for (std::size_t length = best_.size(); length > 0; length /= 2) {
      for (std::size_t from = 0; from < best_.size(); from += length) {
        Tape candidate = best_;
        std::fill_n(candidate.begin() + static_cast<std::ptrdiff_t>(from), std::min(length, candidate.size() - from),
                    std::uint8_t{0});
        if (candidate != best_ && keep_if_failing(std::move(candidate))) better = true;
      }
    }
    return better;
  }

  bool lower() {
    bool better = false;
    for (std::size_t at = 0; at < best_.size(); ++at) {
      const std::uint8_t value = best_[at];
      for (const int smaller : std::array{value / 2, value - 1}) {
        if (smaller <= 0 || smaller >= best_[at]) continue;
        Tape candidate = best_;
        candidate[at] = static_cast<std::uint8_t>(smaller);
        if (keep_if_failing(std::move(candidate))) better = true;
      }
    }
    return better;
  }

  Tape best_;
  const std::function<bool(const Tape&)>& still_fails_;
  std::size_t attempts_;
};

}  // namespace

Tape shrink(Tape tape, const std::function<bool(const Tape&)>& still_fails, std::size_t attempts) {
  return Shrinker(std::move(tape), still_fails, attempts).run();
}

}  // namespace fencepost::properties
