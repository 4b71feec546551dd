#pragma once

/// The memory that one process group has registered with its communicator, so that NCCL's symmetric
/// kernels can use it (PR 6155): one pool for each group.
///
/// present (what was allocated before the communicator was ready) → registered, once, in an order that
/// is the same on all ranks → every later allocation is registered by the hook of the allocator →
/// deregistered at shutdown, when the device is idle and the memory still there.
///
/// The first registration is an agreement of all ranks. The hook is not: it runs on whatever thread
/// allocates, also in a capture, and may neither issue a collective nor wait for the device.
///
/// | buffer | where it lies |
/// |---|---|
/// | input of an all-gather | the parameter buffer, present when the pool is registered |
/// | output of an all-gather | allocated from the pool by the ticket cache |
/// | input of a reduce-scatter | a registered send buffer; registered by the hook when its list makes it |
/// | output of a reduce-scatter | outside: NCCL needs no window there |

#include <fencepost/runtime/gtp/communicator.h>

#include <set>
#include <string_view>
#include <vector>

namespace fencepost::gtp {

class WindowPool {
 public:
  /// `group`, and `first_group`, the group of the job's first pool, must outlive it.
  WindowPool(const Communicator& group, const Communicator& first_group) : group_(group), first_group_(first_group) {}

  /// Memory that was there before. REQUIRES: the pool is not registered yet.
  void include(BufferId buffer);
  /// Registers the pool with its group.
  void register_with_group(Execution& execution);

  /// A tensor in the pool, at home on the compute stream.
  BufferHandle allocate(Execution& execution, std::string_view name, std::uint64_t bytes);
  /// The hook: somebody has allocated memory for the group. Whether it has a window now.
  bool on_new_memory(Execution& execution, BufferId buffer);
  /// Whether a buffer that lives as long as the pool has a window.
  [[nodiscard]] bool covers(BufferId buffer) const { return covered_.contains(buffer); }

  /// Ends every registration. Nothing to do the second time.
  void deregister(Execution& execution);

  [[nodiscard]] CommunicatorId group() const { return group_.id(); }
  [[nodiscard]] const std::string& name() const { return group_.name(); }

 private:
  void add_window(Execution& execution, BufferId buffer, const Communicator& group);

  const Communicator& group_;
  const Communicator& first_group_;
  PoolId pool_;
  std::vector<BufferId> present_;
  std::vector<WindowId> windows_;
  std::set<BufferId> covered_;
};

}  // namespace fencepost::gtp
