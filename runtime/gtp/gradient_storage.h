#pragma once

/// Where a full-size gradient and the all-to-all scratch live, and who gets them back: the release
/// rules of the scratch classes in one place.
///
/// | when | plain, GRAPHED | plain, UNGRAPHED | registered |
/// |---|---|---|---|
/// | eager | allocator; recorded on the reader's stream, then dropped | scratch pool, with a fence | registered pool,
/// with a fence | | capturing | allocator (the graph's pool); recorded, then dropped | the same | registered pool, with
/// a fence |
///
/// Rings and arenas serve the GRAPHED weights of local graphs: persistent memory that is never given
/// back, so that a reduction may outlive the graph that started it.
///
/// Captured scratch never comes from the eager pool and never goes there: its address is baked into
/// the graph (PR 7780).

#include <fencepost/runtime/gtp/arena.h>
#include <fencepost/runtime/gtp/registered_pool.h>
#include <fencepost/runtime/gtp/ring_slots.h>
#include <fencepost/runtime/gtp/scratch_pool.h>
#include <fencepost/runtime/gtp/weight.h>

#include <map>

namespace fencepost::gtp {

class GradientStorage {
 public:
  /// Assigns the ring slots of a GRAPHED weight before its module is captured; with registered
  /// storage they lie in a window.
  void prepare_slots(Execution& execution, Weight& weight);
  /// A buffer for the gradient of `part` of `weight`, used by the compute stream first.
  Scratch acquire_gradient(Execution& execution, Weight& weight, std::uint32_t part);
  /// A buffer that the weight sends from: the gradient buffer itself unless gradients are foreign.
  Scratch acquire_send(Execution& execution, Weight& weight, std::uint32_t part);
  /// A buffer for the exchange whose FP32 sum `stream` will make.
  Scratch acquire_sum(Execution& execution, const Weight& weight, StreamId stream);

  /// Gives a gradient or send buffer back once `reader` follows its last read, which `fence` marks.
  void release_gradient(Execution& execution, const Weight& weight, const Scratch& scratch, StreamId reader,
                        Fence fence);
  /// Gives an all-to-all scratch back once the sum is on `reader`.
  void release_sum(Execution& execution, const Scratch& scratch, StreamId reader, Fence fence);
  /// Whether the weight could take its next buffer without making one.
  [[nodiscard]] bool has_free(const Execution& execution, const Weight& weight) const;
  /// Whether the weight's buffers come from a pool that the engine keeps itself.
  [[nodiscard]] static bool pools(const Execution& execution, const Weight& weight);

  /// Requires that the device is idle and that nothing is being captured.
  void drop_fences();
  void drop_fences_of_captures();

  [[nodiscard]] const ScratchPool& scratch_pool() const { return scratch_; }
  [[nodiscard]] ScratchPool& scratch_pool() { return scratch_; }
  [[nodiscard]] const std::map<CommunicatorId, RegisteredPool>& registered_pools() const { return registered_; }
  [[nodiscard]] RingSlots& ring() { return ring_; }
  [[nodiscard]] Arena& arena() { return arena_; }

 private:
  Scratch acquire_plain(Execution& execution, bool graphed, std::string_view name, std::uint64_t bytes,
                        StreamId stream);
  /// What a capture must not do: takes a buffer of the eager pool.
  Scratch borrow(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream);
  Scratch acquire_registered(Execution& execution, Weight& weight);
  [[nodiscard]] static bool uses_slots(const Execution& execution, const Weight& weight);
  Scratch acquire_slot(Execution& execution, const Weight& weight, std::uint32_t part);
  RegisteredPool& registered_pool(const Weight& weight);
  static void drop(Execution& execution, const Scratch& scratch, StreamId reader, Rule recorded_when_captured);

  ScratchPool scratch_;
  std::map<CommunicatorId, RegisteredPool> registered_;
  RingSlots ring_;
  Arena arena_;
};

}  // namespace fencepost::gtp
