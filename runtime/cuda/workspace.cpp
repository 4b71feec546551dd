#include <fencepost/runtime/cuda/kernels.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

template <class T>
cudaError_t allocate_on_device(DeviceArray<T>& array, std::size_t count) {
  void* memory = nullptr;
  const cudaError_t error = cudaMalloc(&memory, count * sizeof(T));
  if (error == cudaSuccess) array.reset(static_cast<T*>(memory));
  return error;
}

template <class T>
cudaError_t allocate_pinned(PinnedArray<T>& array, std::size_t count) {
  void* memory = nullptr;
  const cudaError_t error = cudaHostAlloc(&memory, count * sizeof(T), cudaHostAllocMapped | cudaHostAllocPortable);
  if (error == cudaSuccess) array.reset(static_cast<T*>(memory));
  return error;
}

/// The first failure among calls made one after the other.
class FirstError {
 public:
  void add(cudaError_t error) {
    if (first_ == cudaSuccess) first_ = error;
  }
  [[nodiscard]] cudaError_t first() const { return first_; }

 private:
  cudaError_t first_ = cudaSuccess;
};

}  // namespace

tl::expected<std::unique_ptr<Workspace>, std::string> Workspace::make(
    const WorkspaceLimits& limits, std::unique_ptr<RealCommunicators> communicators) {
  std::unique_ptr<Workspace> workspace(new Workspace);
  workspace->limits_ = limits;
  if (communicators) {
    if (std::string error = workspace->take_arena(std::move(communicators)); !error.empty()) {
      return tl::unexpected(std::move(error));
    }
  }
  if (const cudaError_t error = workspace->allocate(); error != cudaSuccess) {
    return tl::unexpected(fmt::format("no memory for a run: {}", cudaGetErrorName(error)));
  }
  return workspace;
}

std::string Workspace::take_arena(std::unique_ptr<RealCommunicators> communicators) {
  auto arena = communicators->arena(std::size_t{limits_.cells} * words_per_cell);
  if (!arena) return fmt::format("no memory for a run from {}: {}", communicators->name(), arena.error());
  communicators_ = std::move(communicators);
  device_ = arena->data();
  return {};
}

cudaError_t Workspace::allocate() {
  const std::size_t words = std::size_t{limits_.cells} * words_per_cell;
  FirstError error;
  if (device_ == nullptr) {
    error.add(allocate_on_device(own_device_, words));
    device_ = own_device_.get();
  }
  error.add(allocate_pinned(pinned_, words));
  error.add(allocate_on_device(log_, limits_.log_entries));
  error.add(allocate_on_device(counters_, limits_.authors));
  error.add(allocate_pinned(delays_, limits_.authors));
  error.add(allocate_pinned(started_, limits_.authors));
  error.add(allocate_pinned(finished_, limits_.authors));
  pageable_.resize(words);
  return error.first();
}

cudaMemPool_t Workspace::driver_pool(std::size_t number) {
  while (driver_pools_.size() <= number) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    cudaMemPool_t pool = nullptr;
    std::uint64_t keep_everything = ~std::uint64_t{0};
    if (cudaGetDevice(&properties.location.id) != cudaSuccess || cudaMemPoolCreate(&pool, &properties) != cudaSuccess ||
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_everything) != cudaSuccess) {
      return nullptr;
    }
    driver_pools_.emplace_back(pool);
  }
  return driver_pools_[number].get();
}

Arenas Workspace::arenas() { return {device_, pinned_.get(), pageable_.data()}; }

Tables Workspace::tables() const {
  return {delays_.get(), counters_.get(), started_.get(), finished_.get(), log_.get(), limits_.log_entries};
}

cudaError_t Workspace::reset(std::uint32_t cells) {
  const std::size_t words = std::size_t{cells} * words_per_cell;
  FirstError error;
  error.add(launch_initialise(device_, 0, words, cudaStreamLegacy));
  error.add(cudaMemsetAsync(log_.get(), 0, limits_.log_entries * sizeof(LogEntry), cudaStreamLegacy));
  error.add(cudaMemsetAsync(counters_.get(), 0, limits_.authors * sizeof(std::uint32_t), cudaStreamLegacy));
  for (std::size_t i = 0; i < words; ++i) pinned_[i] = pageable_[i] = initial_word(i);
  std::fill_n(delays_.get(), limits_.authors, Delay{});
  std::fill_n(started_.get(), limits_.authors, 0U);
  std::fill_n(finished_.get(), limits_.authors, 0U);
  error.add(cudaDeviceSynchronize());
  return error.first();
}

std::span<const LogEntry> Workspace::read_log(std::uint64_t count) {
  log_copy_.resize(std::min(count, limits_.log_entries));
  const cudaError_t error =
      cudaMemcpy(log_copy_.data(), log_.get(), log_copy_.size() * sizeof(LogEntry), cudaMemcpyDeviceToHost);
  return error == cudaSuccess ? std::span<const LogEntry>(log_copy_) : std::span<const LogEntry>();
}

std::span<const Word> Workspace::read_device_arena(std::uint32_t cells) {
  device_copy_.resize(std::size_t{cells} * words_per_cell);
  const cudaError_t error =
      cudaMemcpy(device_copy_.data(), device_, device_copy_.size() * sizeof(Word), cudaMemcpyDeviceToHost);
  return error == cudaSuccess ? std::span<const Word>(device_copy_) : std::span<const Word>();
}

}  // namespace fencepost::cuda
