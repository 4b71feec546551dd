#pragma once

/// The two graphs of one module and how they are captured and replayed.
///
/// forward graph:  body; completion; drain the gathers; join G.
/// backward graph: body; phase 1: drain the gathers, join G; completion; phase 2: finalize the
/// module's own reductions on X, join X.
/// A launch of the backward graph is preceded by a copy of the gradient it starts from.
/// The caller goes on after the completion, so the tail of a graph overlaps the next one.

#include <fencepost/runtime/gtp/segment.h>

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::gtp {

/// What the runners of one model share: one capture stream and one pool.
struct CaptureSite {
  StreamId stream;
  PoolId pool;
  std::uint32_t captures = 0;
};

class Runner {
 public:
  Runner(Execution& execution, Machinery& machinery, Segment& segment, std::vector<SchedulingDomain*> domains,
         CaptureSite& site, StreamId replay_stream, std::string_view name);

  /// One eager forward and backward of the module; gradients and prefetch flags are as before.
  void warm_up(Execution& execution);
  void capture_forward(Execution& execution);
  void capture_backward(Execution& execution);

  void replay_forward(Execution& execution);
  /// `gradients_complete`: the last backward of the iteration, after which the hook runs.
  void replay_backward(Execution& execution, bool gradients_complete);
  /// Makes the caller wait for everything replayed on the runner's stream so far.
  void join(Execution& execution);
  /// The next replays run on `stream`. REQUIRES: the caller has joined the last ones.
  void replay_on(StreamId stream) { replay_stream_ = stream; }
  void reset(Execution& execution);

 private:
  struct Part {
    std::string name;
    ExecutableId executable;
    EventId completed;  ///< recorded inside the graph: the caller may go on
  };
  GraphId begin(Execution& execution, const Part& part);
  void end(Execution& execution, Part& part, GraphId graph);
  void complete(Execution& execution, const Part& part) const;
  void drain_gathers(Execution& execution);
  void reduce_rest(Execution& execution);
  /// Makes the replay stream follow the caller, once every shard that is read has arrived.
  void call(Execution& execution);
  void run_hook(Execution& execution);
  [[nodiscard]] std::vector<Weight*> own_weights();
  [[nodiscard]] SchedulingDomain& own_domain() { return machinery_.weights[segment_.uses().front()].domain; }

  Machinery& machinery_;
  Segment& segment_;
  std::vector<SchedulingDomain*> domains_;
  CaptureSite& site_;
  StreamId replay_stream_;
  StreamId caller_;  ///< what was current before a capture
  std::string name_;
  std::uint32_t module_;
  Part forward_;
  Part backward_;
  BufferHandle output_gradient_;  ///< static: what the backward graph starts from
  EventId called_;
  EventId replayed_;
  std::vector<RingSlots::Slot> slots_;  ///< that the backward graph writes
};

}  // namespace fencepost::gtp
