#pragma once

/// One GTP weight: what it is, where it hangs in its chain, and the host state that a step leaves
/// on it. Replays of a graph leave all of it alone.

#include <fencepost/runtime/gtp/handoff.h>
#include <fencepost/runtime/gtp/ring_slots.h>
#include <fencepost/runtime/gtp/scheduling_domain.h>
#include <fencepost/runtime/gtp/scratch.h>
#include <fencepost/runtime/gtp/ticket_cache.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::gtp {

/// What a gathered weight is for.
enum class Direction : std::uint8_t { forward, backward, recompute };
inline constexpr std::size_t direction_count = 3;

/// The gather of one weight in one direction. At most one is pending:
/// idle → pending (issued) → idle (consumed) or drained (finished early) → idle (consumed).
struct GatherState {
  GatherState() = default;
  GatherState(Execution& execution, std::string_view weight, Direction direction);

  Handoff ready;  ///< recorded on G once the gather is there
  EventId done;   ///< the handle of the collective
  std::optional<Ticket> ticket;
  bool pending = false;
  bool drained = false;
  std::uint32_t parameter_version = 0;  ///< what its newest gather read
};

/// A reduce-scatter that was issued and not yet finished.
struct PendingReduction {
  std::vector<Scratch> gradients;  ///< what is sent
  std::vector<Scratch> copies;     ///< padded copies; only the collective's handle refers to them
  std::vector<Scratch> sums;       ///< all-to-all scratch whose FP32 sum is still to come
  BufferHandle output;
};

struct Weight {
  Weight(Execution& execution, std::size_t number, std::string weight_name, SchedulingDomain& its_domain,
         bool is_graphed);

  // What it is.
  std::size_t index;
  std::string name;
  SchedulingDomain& domain;
  bool graphed;
  std::uint32_t chain = 0;   ///< which chain it hangs in
  std::uint32_t parts = 1;   ///< local experts, gathered and reduced as one batch
  std::uint32_t bucket = 0;  ///< of parameters
  std::uint32_t module = 0;
  Range shard;  ///< in the parameter buffer
  BufferHandle main_grad;

  // Its place in the chain, set when it is first used.
  bool linked = false;
  std::optional<std::size_t> next;
  std::optional<std::size_t> previous;
  bool odd = false;

  // Persistent events.
  EventId gather_sync;
  EventId scatter_sync;
  EventId reduction_done;  ///< the handle of the collective
  Handoff reduced;         ///< recorded once the reduced shard is there
  Handoff added;           ///< UNGRAPHED: recorded once the reduced shard has been added on X
  std::array<GatherState, direction_count> gathers;
  std::optional<Ticket> reduction_ticket;
  std::vector<RingSlots::Slot> slots;  ///< one for each part, once assigned

  // What a step leaves.
  std::optional<PendingReduction> in_flight;
  bool already_finalized = false;
  bool holds_send_buffer = false;           ///< acquired from the registered pool, not yet sent
  std::optional<BufferHandle> placeholder;  ///< `param.grad`: what autograd was given instead of a gradient
  std::uint32_t uses = 0;                   ///< in the running iteration
  std::uint32_t additions = 0;

  [[nodiscard]] bool is_head() const { return !previous; }
  [[nodiscard]] GatherState& gather(Direction direction) { return gathers[static_cast<std::size_t>(direction)]; }
};

}  // namespace fencepost::gtp
