#include <fencepost/runtime/cuda/status_codes.h>

namespace fencepost::cuda {

Status status_of(int code) {
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(Status::ncclInvalidUsage); ++i) {
    if (fencepost::code(static_cast<Status>(i)) == code) return static_cast<Status>(i);
  }
  return Status::cudaErrorUnknown;
}

}  // namespace fencepost::cuda
