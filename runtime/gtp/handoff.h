#pragma once

/// The event by which a weight's side stream tells its consumer that a gather or a reduction is
/// there (`ag_event`, `rs_event`).
///
/// Created once with the weight and recorded again and again. Outside captures it is an ordinary
/// event. A full-iteration capture uses it internally, so that the handoff becomes an edge of the
/// graph (PR 7780). A local capture records it externally, for consumers in other graphs, and its
/// twin internally, for consumers in the same graph: an external pair would give no edge (row E02).

#include <fencepost/runtime/gtp/execution.h>

#include <string_view>

namespace fencepost::gtp {

class Handoff {
 public:
  Handoff() = default;
  Handoff(Execution& execution, std::string_view name);

  void record(Execution& execution, StreamId stream);
  void wait(Execution& execution, StreamId stream) const;
  /// Whether its newest record belongs to a capture: 0 when it was made eagerly.
  [[nodiscard]] std::uint32_t recorded_in() const { return recorded_in_; }

 private:
  EventId event_;
  EventId twin_;  ///< none where no local capture will need it
  std::uint32_t recorded_in_ = 0;
};

/// Marks a free buffer: whoever takes it must wait for this first. It holds the event, not one
/// record of it.
struct Fence {
  const Handoff* handoff = nullptr;

  [[nodiscard]] bool attached() const { return handoff != nullptr; }
};

}  // namespace fencepost::gtp
