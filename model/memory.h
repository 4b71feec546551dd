#pragma once

/// Which bytes each tensor has, who had them before, and how much every pool holds.

#include <fencepost/model/device.h>
#include <fencepost/model/generation.h>
#include <fencepost/model/pools/address_space.h>
#include <fencepost/model/pools/caching_pool.h>
#include <fencepost/traces/operation.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace fencepost::model {

class Memory {
 public:
  AddressSpace& addresses() { return addresses_; }
  [[nodiscard]] const AddressSpace& addresses() const { return addresses_; }
  [[nodiscard]] const std::vector<Generation>& generations() const { return generations_; }
  [[nodiscard]] std::vector<Generation>& generations() { return generations_; }

  /// The newest tenure of `buffer`; none when it never had bytes.
  [[nodiscard]] GenerationId current(BufferId buffer) const;
  Generation& operator[](GenerationId id) { return generations_[id.index()]; }
  [[nodiscard]] const Generation& operator[](GenerationId id) const { return generations_[id.index()]; }

  /// Adds a tenure that is not of bytes a buffer names: the registration of a window.
  GenerationId add(const Generation& generation);
  /// Starts a tenure; fills in `previous`.
  GenerationId begin(const Generation& generation);

  /// The accesses of an operation in terms of regions and generations. Valid until the next call.
  /// A buffer that never had bytes makes the result end early; `missing` names it.
  std::span<const MemoryAccess> resolve(std::span<const Access> accesses, BufferId& missing);

  void count_allocation(PoolId pool, std::uint64_t bytes);
  void count_release(PoolId pool, std::uint64_t bytes);
  void count_reserved(PoolId pool, std::uint64_t bytes);
  void count_returned(PoolId pool, std::uint64_t bytes);
  [[nodiscard]] Device::PoolUse use(PoolId pool) const;
  [[nodiscard]] std::vector<std::pair<PoolId, Device::PoolUse>> uses() const;
  [[nodiscard]] std::uint64_t reserved_now() const { return total_.reserved; }
  [[nodiscard]] Device::PoolUse total_use() const { return total_.peak; }

 private:
  struct Use {
    std::uint64_t allocated = 0;
    std::uint64_t reserved = 0;
    Device::PoolUse peak;
    void note();
  };

  AddressSpace addresses_;
  std::vector<Generation> generations_;
  std::vector<GenerationId> current_;  // by buffer
  std::vector<MemoryAccess> resolved_;
  std::map<Block, GenerationId> newest_owner_;  // by exact or enclosing start, for `previous`
  std::map<PoolId, Use> uses_;
  Use total_;
};

}  // namespace fencepost::model
