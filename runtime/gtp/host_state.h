#pragma once

/// Everything the engine's host keeps between calls that hands out or protects buffers, as numbers
/// that can be compared: what a replay must leave alone.

#include <fencepost/runtime/gtp/machinery.h>

#include <cstdint>
#include <map>
#include <vector>

namespace fencepost::gtp {

/// Free lists with their fences, tickets, slots, pending handles and flags.
std::vector<std::uint64_t> host_state(const Machinery& machinery);

/// For each pool and size, which buffers are free: sorted, without fences.
std::vector<std::uint64_t> free_buffers(const Machinery& machinery);

}  // namespace fencepost::gtp
