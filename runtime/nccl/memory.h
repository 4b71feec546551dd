#pragma once

/// Memory on every GPU of this process that windows can be made of (ncclMemAlloc).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace fencepost::nccl {

/// The same number of words on GPUs 0 … n - 1. Must not outlive the windows made of it.
class Memory {
 public:
  /// Fails with what NCCL or CUDA said.
  static tl::expected<Memory, std::string> make(int gpus, std::size_t words);
  Memory(Memory&& other) noexcept = default;
  Memory& operator=(Memory&& other) = delete;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  /// By GPU.
  [[nodiscard]] std::span<std::uint64_t* const> words() const { return words_; }

 private:
  Memory() = default;
  std::vector<std::uint64_t*> words_;
};

}  // namespace fencepost::nccl
