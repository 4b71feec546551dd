#pragma once

/// The memory that runs on one GPU share: arenas, the digest log, the tables of authors.
///
/// Made once, used by one run after the other. Owns what it allocates. Not thread-safe. Needs the
/// CUDA runtime.

#include <fencepost/runtime/cuda/real_communicators.h>
#include <fencepost/runtime/cuda/task.h>
#include <fencepost/runtime/cuda/task_maker.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <tl/expected.hpp>

namespace fencepost::cuda {

struct FreeDevice {
  void operator()(void* memory) const { cudaFree(memory); }
};
struct FreePinned {
  void operator()(void* memory) const { cudaFreeHost(memory); }
};
struct DestroyPool {
  using pointer = cudaMemPool_t;
  void operator()(cudaMemPool_t pool) const { cudaMemPoolDestroy(pool); }
};
using DriverPool = std::unique_ptr<cudaMemPool_t, DestroyPool>;
template <class T>
using DeviceArray = std::unique_ptr<T[], FreeDevice>;
template <class T>
using PinnedArray = std::unique_ptr<T[], FreePinned>;

struct WorkspaceLimits {
  std::uint32_t cells = 1U << 16U;
  std::uint64_t log_entries = 1U << 20U;
  std::uint32_t authors = 1U << 15U;
};

class Workspace {
 public:
  /// Allocates on the current device. Fails with what CUDA said. With `communicators`, the device
  /// arena is memory of theirs, so that windows can be made of it.
  static tl::expected<std::unique_ptr<Workspace>, std::string> make(
      const WorkspaceLimits& limits = {}, std::unique_ptr<RealCommunicators> communicators = nullptr);

  /// Null: there are none.
  [[nodiscard]] RealCommunicators* communicators() const { return communicators_.get(); }
  [[nodiscard]] const WorkspaceLimits& limits() const { return limits_; }
  [[nodiscard]] Arenas arenas();
  [[nodiscard]] Tables tables() const;
  /// The table that kernels read their delays from; written before the work that reads it is
  /// launched.
  [[nodiscard]] std::span<Delay> delays() { return {delays_.get(), limits_.authors}; }
  [[nodiscard]] std::span<const std::uint32_t> started() const { return {started_.get(), limits_.authors}; }
  [[nodiscard]] std::span<const std::uint32_t> finished() const { return {finished_.get(), limits_.authors}; }

  /// The pool of the driver with this number, made when it is asked for first; null when the driver
  /// makes none. It keeps what is freed. Must be empty when a run ends.
  cudaMemPool_t driver_pool(std::size_t number);

  /// Makes everything as new: initial words in `cells` cells, no log, no delays. Waits for the GPU.
  cudaError_t reset(std::uint32_t cells);
  /// The first `count` entries of the log. REQUIRES: the GPU is idle.
  std::span<const LogEntry> read_log(std::uint64_t count);
  /// The words of the device arena. REQUIRES: the GPU is idle.
  std::span<const Word> read_device_arena(std::uint32_t cells);

 private:
  Workspace() = default;
  [[nodiscard]] cudaError_t allocate();
  [[nodiscard]] std::string take_arena(std::unique_ptr<RealCommunicators> communicators);

  WorkspaceLimits limits_;
  std::unique_ptr<RealCommunicators> communicators_;
  Word* device_ = nullptr;  // the communicators' or our own
  DeviceArray<Word> own_device_;
  PinnedArray<Word> pinned_;
  std::vector<Word> pageable_;
  DeviceArray<LogEntry> log_;
  DeviceArray<std::uint32_t> counters_;
  PinnedArray<Delay> delays_;
  PinnedArray<std::uint32_t> started_;
  PinnedArray<std::uint32_t> finished_;
  std::vector<DriverPool> driver_pools_;
  std::vector<LogEntry> log_copy_;
  std::vector<Word> device_copy_;
};

}  // namespace fencepost::cuda
