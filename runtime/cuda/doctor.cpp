#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/kernels.h>
#include <fencepost/runtime/cuda/shared_library.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

std::string cuda_version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

std::string driver() {
  int version = 0;
  const cudaError_t error = cudaDriverGetVersion(&version);
  if (error != cudaSuccess || version == 0) return "none";
  return fmt::format("supports CUDA up to {}", cuda_version(version));
}

std::string runtime() {
  int version = 0;
  static_cast<void>(cudaRuntimeGetVersion(&version));
  return fmt::format("{}, built with {} for architectures {}", cuda_version(version), cuda_version(CUDART_VERSION),
                     FENCEPOST_CUDA_ARCHITECTURES);
}

std::string gpu(int index) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) return "cannot be asked";
  return fmt::format("{}, compute capability {}.{}, {} MiB, {} multiprocessors", properties.name, properties.major,
                     properties.minor, properties.totalGlobalMem >> 20U, properties.multiProcessorCount);
}

std::string nccl() {
  constexpr std::array names{"libnccl.so.2", "libnccl.so"};
  const SharedLibrary library(names);
  if (!library.loaded()) return "none";
  auto* version_of = library.find<int(int*)>("ncclGetVersion");
  int version = 0;
  if (version_of == nullptr || version_of(&version) != 0) return "there, but does not tell its version";
  return fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

std::string cupti() {
  constexpr std::array names{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  const SharedLibrary library(names);
  if (!library.loaded()) return "none";
  auto* version_of = library.find<int(std::uint32_t*)>("cuptiGetVersion");
  std::uint32_t version = 0;
  if (version_of == nullptr || version_of(&version) != 0) return "there, but does not tell its version";
  return fmt::format("API version {}", version);
}

/// Runs a kernel of ours and looks at what it wrote; empty when that is right.
std::string trial() {
  WorkspaceLimits small;
  small.cells = 4;
  small.log_entries = 4;
  small.authors = 4;
  const auto workspace = Workspace::make(small);
  if (!workspace) return workspace.error();
  if (const cudaError_t error = (*workspace)->reset(small.cells); error != cudaSuccess) {
    return fmt::format("a kernel does not run: {}", cudaGetErrorName(error));
  }
  const auto words = (*workspace)->read_device_arena(small.cells);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != initial_word(i)) return "a kernel wrote something else than it was told to";
  }
  return words.empty() ? "nothing can be copied back" : std::string();
}

}  // namespace

Diagnosis examine() {
  Diagnosis diagnosis;
  const auto add = [&](std::string name, std::string value) {
    diagnosis.facts.push_back({std::move(name), std::move(value)});
  };
  add("built", FENCEPOST_BUILT);
  add("driver", driver());
  add("CUDA runtime", runtime());
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) count = 0;
  static_cast<void>(cudaGetLastError());
  for (int i = 0; i < count; ++i) add(fmt::format("GPU {}", i), gpu(i));
  if (count == 0) add("GPU", "none");
  add("NCCL", nccl());
  add("CUPTI", cupti());
  const char* connections = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  add("CUDA_DEVICE_MAX_CONNECTIONS", connections == nullptr ? "not set" : connections);
  if (count == 0) {
    diagnosis.why_not = error == cudaSuccess ? "there is no GPU" : fmt::format("no GPU: {}", cudaGetErrorName(error));
  } else {
    diagnosis.why_not = trial();
  }
  diagnosis.can_play = diagnosis.why_not.empty();
  return diagnosis;
}

std::string to_text(const Diagnosis& diagnosis) {
  std::size_t width = 0;
  for (const Fact& fact : diagnosis.facts) width = std::max(width, fact.name.size());
  std::string text;
  for (const Fact& fact : diagnosis.facts) text += fmt::format("{:<{}}  {}\n", fact.name, width, fact.value);
  return text;
}

}  // namespace fencepost::cuda
