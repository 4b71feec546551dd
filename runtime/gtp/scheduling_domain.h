#pragma once

/// The two side streams that weights of one chain kind and one process group share: G for
/// all-gathers, X for reduce-scatters. GRAPHED and UNGRAPHED work never meet on one of them.

#include <fencepost/runtime/gtp/window_pool.h>

#include <string_view>

namespace fencepost::gtp {

/// A side stream that forks from the compute stream and must be joined again.
class SideStream {
 public:
  SideStream(Execution& execution, std::string_view name);

  /// Makes it follow the compute stream: the outer sync of a collective.
  void fork(Execution& execution, EventId sync);
  /// Makes it follow any stream.
  void follow(Execution& execution, StreamId before, EventId event) {
    forked_ = true;
    execution.calls.follow(id_, before, event);
  }
  /// Makes `stream` follow it, if it was forked since the last join.
  void join(Execution& execution, StreamId stream);
  [[nodiscard]] StreamId id() const { return id_; }
  [[nodiscard]] bool forked() const { return forked_; }

 private:
  StreamId id_;
  EventId joined_;
  bool forked_ = false;
};

struct SchedulingDomain {
  SchedulingDomain(Execution& execution, std::string_view name, const Communicator& gathers,
                   const Communicator& reduces);

  const Communicator& gatherer;         ///< of the process group, for all-gathers
  const Communicator& reducer;          ///< of the process group, for reductions; often the same
  SideStream gather;                    ///< G
  SideStream scatter;                   ///< X
  WindowPool* gather_window = nullptr;  ///< where gathered weights lie, if in a window
  WindowPool* send_window = nullptr;    ///< where gradients are sent from, if from a window
};

}  // namespace fencepost::gtp
