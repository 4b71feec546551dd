#include <fencepost/runtime/cuda/real_communicators.h>

#include <fmt/format.h>

namespace fencepost::cuda {

CommunicatorChoice choose_communicator(std::uint64_t ranks, CommunicatorProfile profile,
                                       const RealCommunicators* real) {
  if (profile != CommunicatorProfile::nccl) return {false, "its profile is another library's"};
  if (real == nullptr) return {false, "no library was loaded"};
  const int here = real->ranks();
  if (here > 0 && ranks == static_cast<std::uint64_t>(here)) return {true, {}};
  return {false, fmt::format("{} ranks need as many GPUs, and this process has {}", ranks, here)};
}

}  // namespace fencepost::cuda
