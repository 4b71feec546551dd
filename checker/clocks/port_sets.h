#pragma once

/// Sets of ports of one graph, each distinct set kept once.

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace fencepost::checker {

using PortSet = std::uint32_t;

class PortSets {
 public:
  static constexpr PortSet empty_set = 0;

  explicit PortSets(std::size_t port_count);

  /// `set` and `port`.
  PortSet with(PortSet set, std::uint32_t port);
  PortSet unite(PortSet a, PortSet b);
  [[nodiscard]] bool contains(PortSet set, std::uint32_t port) const {
    return (words_[set * words_per_set_ + port / 64] >> (port % 64) & 1U) != 0;
  }

 private:
  PortSet intern(const std::vector<std::uint64_t>& words);
  [[nodiscard]] std::vector<std::uint64_t> copy(PortSet set) const;

  std::size_t words_per_set_;
  std::vector<std::uint64_t> words_;
  std::map<std::vector<std::uint64_t>, PortSet> known_;
};

}  // namespace fencepost::checker
