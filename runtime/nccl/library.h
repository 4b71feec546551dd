#pragma once

/// NCCL's functions, looked up at run time, so that a program starts on a machine without NCCL. Uses
/// nothing that NCCL 2.28.3 does not have. The only rooms that see nccl.h are this one and its tests.

#include <string>

#include <nccl.h>
#include <tl/expected.hpp>

namespace fencepost::nccl {

/// Pointers to the functions of one loaded library; none is null.
struct Library {
  decltype(&ncclGetVersion) get_version = nullptr;
  decltype(&ncclGetErrorString) error_string = nullptr;
  decltype(&ncclCommInitAll) init_all = nullptr;
  decltype(&ncclCommDestroy) destroy = nullptr;
  decltype(&ncclGroupStart) group_start = nullptr;
  decltype(&ncclGroupEnd) group_end = nullptr;
  decltype(&ncclAllReduce) all_reduce = nullptr;
  decltype(&ncclAllGather) all_gather = nullptr;
  decltype(&ncclReduceScatter) reduce_scatter = nullptr;
  decltype(&ncclBroadcast) broadcast = nullptr;
  decltype(&ncclReduce) reduce = nullptr;
  decltype(&ncclSend) send = nullptr;
  decltype(&ncclRecv) receive = nullptr;
  decltype(&ncclMemAlloc) allocate = nullptr;
  decltype(&ncclMemFree) release = nullptr;
  decltype(&ncclCommWindowRegister) register_window = nullptr;
  decltype(&ncclCommWindowDeregister) deregister_window = nullptr;
};

/// The library of this process, loaded on first use; why there is none.
const tl::expected<Library, std::string>& library();

}  // namespace fencepost::nccl
