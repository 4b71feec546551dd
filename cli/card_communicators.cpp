#include "card_communicators.h"

#include <fencepost/runtime/nccl/communicators.h>

namespace fencepost::cli {

std::unique_ptr<cuda::RealCommunicators> real_communicators() { return nccl::make_communicators(); }

}  // namespace fencepost::cli
