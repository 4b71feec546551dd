#pragma once

/// What an allocation or release of a schedule is on the card.

#include <fencepost/traces/device.h>
#include <fencepost/traces/operation.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace fencepost::cuda {

/// The call that the card makes.
enum class MemoryCall : std::uint8_t {
  none,      ///< a pool of the program's own acts by itself
  raw,       ///< cudaMalloc, cudaFree
  pinned,    ///< cudaMallocHost: the pool has no block to give
  in_order,  ///< cudaMallocAsync, cudaFreeAsync: the driver places the bytes
};

/// Where a buffer gets its bytes. The address is the model's, also where the driver has one of its own.
struct Allocation {
  std::optional<Address> address;
  MemoryKind memory = MemoryKind::device;
  MemoryCall call = MemoryCall::none;
  /// The driver's own choice matters: no recorded program had it anywhere (`at=`).
  bool driver_places = false;
};

/// Fed with the operations of a schedule in order, and with what the model made of each.
class Allocations {
 public:
  /// `pool_kind` and `memory` are those of the tenure that an allocation began, if it began one.
  Allocation of(const Operation& operation, const Outcome& model, std::optional<PoolKind> pool_kind, MemoryKind memory);

  /// Whether another buffer has had the address since `buffer` was given it.
  [[nodiscard]] bool was_handed_on(BufferId buffer) const;

 private:
  MemoryCall call_of(const Operation& operation, const Outcome& model, std::optional<PoolKind> pool_kind);

  std::map<PoolId, PoolKind> pools_;
  std::map<BufferId, MemoryCall> calls_;      // of each buffer's newest allocation
  std::map<BufferId, Address> addresses_;     // likewise
  std::map<Address, BufferId> newest_owner_;  // of blocks that the driver placed
  std::set<Address> pinned_;                  // blocks that a pinned pool has already
};

}  // namespace fencepost::cuda
