#include <fencepost/runtime/gtp/full_iteration.h>
#include <fencepost/runtime/gtp/host_state.h>

#include <utility>

namespace fencepost::gtp {

FullIteration::FullIteration(Execution& execution, Machinery& machinery, Iteration& iteration)
    : machinery_(machinery),
      iteration_(iteration),
      capture_stream_(execution.calls.stream("capture")),
      pool_(private_pool(execution, "graph_pool")) {}

void FullIteration::run_body(Execution& execution, std::uint32_t microbatches) {
  const StreamId eager = std::exchange(execution.compute, capture_stream_);
  execution.phase = CapturePhase::full_iteration;
  execution.capture_number = ++captures_;
  const GraphId graph = execution.calls.begin_capture("iteration", capture_stream_,
                                                      {.mode = CaptureMode::thread_local_mode, .pool = pool_});
  iteration_.run(execution, microbatches);
  machinery_.placeholder.forget(execution);
  execution.calls.end_capture(graph);
  execution.phase = CapturePhase::none;
  execution.capture_number = 0;
  execution.compute = eager;
  executable_ = execution.calls.instantiate("iteration_graph", graph);
  execution.calls.destroy(graph);
}

void FullIteration::capture(Execution& execution, std::uint32_t microbatches) {
  machinery_.parameters.ensure_all_ready(execution);
  machinery_.placeholder.forget(execution);
  execution.calls.synchronize_device();
  // Every eager fence has been met now; waiting for one inside the capture would be refused (row E16).
  if (execution.holds(Rule::eager_fences_retire_before_capture)) machinery_.storage.drop_fences();
  const auto free_before = free_buffers(machinery_);
  run_body(execution, microbatches);
  // No replay records these fences again, and eager work behind a replay is ordered by its stream.
  if (execution.holds(Rule::captured_fences_are_dropped)) machinery_.storage.drop_fences_of_captures();
  if (free_buffers(machinery_) != free_before) {
    execution.violations.push_back({Invariant::free_lists_balance, "iteration"});
  }
  execution.calls.synchronize_device();
  captured_ = !execution.calls.failure().has_value();
}

void FullIteration::replay(Execution& execution) {
  const auto before = host_state(machinery_);
  machinery_.parameters.ensure_all_ready(execution);
  execution.calls.launch(executable_, execution.compute);
  if (!execution.holds(Rule::replay_leaves_host_state_alone)) {
    for (Weight& weight : machinery_.weights) weight.already_finalized = true;
  }
  if (host_state(machinery_) != before) {
    execution.violations.push_back({Invariant::replay_changes_nothing, "iteration"});
  }
}

void FullIteration::reset(Execution& execution) {
  execution.calls.synchronize_device();
  execution.calls.destroy(executable_);
  captured_ = false;
}

}  // namespace fencepost::gtp
