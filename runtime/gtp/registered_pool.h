#pragma once

/// Send buffers inside an NCCL window: free lists keyed by group and size, last in, first out.
///
/// Never shrinks, and may not grow inside a capture: every buffer must have been registered with
/// the communicator before. The tail that no gradient fills is zeroed at every acquisition, also of
/// a recycled buffer, because a copied gradient writes the front only (PR 6535).

#include <fencepost/runtime/gtp/free_list.h>
#include <fencepost/runtime/gtp/scratch.h>
#include <fencepost/runtime/gtp/window_pool.h>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace fencepost::gtp {

class RegisteredPool {
 public:
  /// `window` must outlive it.
  explicit RegisteredPool(WindowPool& window) : window_(window) {}

  /// A buffer of `bytes`, of which the owner will write the first `used`. Fails the execution when
  /// it would have to grow inside a capture.
  Scratch acquire(Execution& execution, std::string_view name, std::uint64_t bytes, std::uint64_t used);
  void release(Execution& execution, const Scratch& scratch, Fence last_reader);
  [[nodiscard]] bool has_free(std::uint64_t bytes) const;

  /// Requires that the device is idle and that nothing is being captured: every fence has been met.
  void drop_fences();
  /// Forgets fences that only a capture has recorded: no replay records them, so waiting for one
  /// outside of the capture would be refused (row E12), and so would a query.
  void drop_fences_of_captures();
  [[nodiscard]] const std::map<std::uint64_t, FreeList>& lists() const { return lists_; }
  [[nodiscard]] std::size_t size() const { return in_window_.size(); }

 private:
  PoolId pool(Execution& execution, std::uint64_t bytes);

  WindowPool& window_;
  std::map<std::uint64_t, FreeList> lists_;
  std::map<std::uint64_t, PoolId> pools_;
  std::vector<bool> in_window_;  ///< by number of the buffer
};

}  // namespace fencepost::gtp
