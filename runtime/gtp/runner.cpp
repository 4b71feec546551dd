#include <fencepost/runtime/gtp/module_warm_up.h>
#include <fencepost/runtime/gtp/runner.h>

#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

Runner::Runner(Execution& execution, Machinery& machinery, Segment& segment, std::vector<SchedulingDomain*> domains,
               CaptureSite& site, StreamId replay_stream, std::string_view name)
    : machinery_(machinery),
      segment_(segment),
      domains_(std::move(domains)),
      site_(site),
      replay_stream_(replay_stream),
      name_(name),
      module_(machinery.weights[segment.uses().front()].module),
      forward_{fmt::format("forward.{}", name), {}, execution.calls.event(fmt::format("forward_done.{}", name))},
      backward_{fmt::format("backward.{}", name), {}, execution.calls.event(fmt::format("backward_done.{}", name))},
      called_(execution.calls.event(fmt::format("called.{}", name))),
      replayed_(execution.calls.event(fmt::format("replayed.{}", name))) {}

std::vector<Weight*> Runner::own_weights() {
  std::vector<Weight*> own;
  for (const std::size_t index : segment_.uses()) own.push_back(&machinery_.weights[index]);
  return own;
}

void Runner::warm_up(Execution& execution) {
  const ModuleWarmUp saved(execution, machinery_, own_weights());
  segment_.forward(execution);
  segment_.backward(execution, segment_.output_gradient());
  saved.finish(execution);
  for (SchedulingDomain* domain : domains_) {
    domain->gather.join(execution, execution.compute);
    domain->scatter.join(execution, execution.compute);
  }
  saved.restore(execution);
}

GraphId Runner::begin(Execution& execution, const Part& part) {
  execution.phase = CapturePhase::local;
  execution.capture_number = ++site_.captures;
  caller_ = std::exchange(execution.compute, site_.stream);
  return execution.calls.begin_capture(part.name, site_.stream,
                                       {.mode = CaptureMode::thread_local_mode, .pool = site_.pool});
}

void Runner::end(Execution& execution, Part& part, GraphId graph) {
  execution.calls.end_capture(graph);
  execution.phase = CapturePhase::none;
  execution.capture_number = 0;
  execution.compute = caller_;
  part.executable = execution.calls.instantiate(fmt::format("{}.graph", part.name), graph);
  execution.calls.destroy(graph);
}

void Runner::complete(Execution& execution, const Part& part) const {
  execution.calls.record(part.completed, execution.compute).external();
}

void Runner::drain_gathers(Execution& execution) {
  for (Weight& weight : machinery_.weights) {
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      machinery_.all_gather.drain(execution, weight, direction);
    }
  }
  for (SchedulingDomain* domain : domains_) domain->gather.join(execution, execution.compute);
}

void Runner::reduce_rest(Execution& execution) {
  for (Weight* weight : own_weights()) machinery_.drain.finalize(execution, *weight);
  for (SchedulingDomain* domain : domains_) domain->scatter.join(execution, execution.compute);
}

void Runner::capture_forward(Execution& execution) {
  const GraphId graph = begin(execution, forward_);
  segment_.forward(execution);
  complete(execution, forward_);
  drain_gathers(execution);
  end(execution, forward_, graph);
}

void Runner::capture_backward(Execution& execution) {
  machinery_.storage.ring().begin_graph();
  machinery_.storage.arena().begin_graph(module_);
  const BufferHandle& gradient = segment_.output_gradient();
  output_gradient_ =
      execution.calls.allocate(fmt::format("static_gradient.{}", name_), gradient.size, execution.compute);
  const GraphId graph = begin(execution, backward_);
  segment_.backward(execution, output_gradient_);
  drain_gathers(execution);
  if (execution.configuration.completion_before_phase_two) complete(execution, backward_);
  reduce_rest(execution);
  if (!execution.configuration.completion_before_phase_two) complete(execution, backward_);
  end(execution, backward_, graph);
  slots_ = machinery_.storage.ring().written();
  machinery_.storage.arena().end_graph(execution);
}

void Runner::call(Execution& execution) {
  for (const Weight* weight : own_weights()) {
    machinery_.parameters.ensure_ready(execution, *weight);
    if (weight->next) machinery_.parameters.ensure_ready(execution, machinery_.weights[*weight->next]);
  }
  execution.calls.follow(replay_stream_, execution.compute, called_);
}

void Runner::replay_forward(Execution& execution) {
  call(execution);
  execution.calls.launch(forward_.executable, replay_stream_);
  execution.calls.wait(forward_.completed, execution.compute);
}

void Runner::replay_backward(Execution& execution, bool gradients_complete) {
  call(execution);
  for (const RingSlots::Slot slot : slots_) machinery_.storage.ring().await(execution, slot, replay_stream_);
  machinery_.storage.arena().await(execution, module_, replay_stream_);
  execution.calls.copy("take_gradient", replay_stream_, segment_.output_gradient(), output_gradient_);
  execution.calls.launch(backward_.executable, replay_stream_);
  for (const RingSlots::Slot slot : slots_) machinery_.storage.ring().mark_ready(execution, slot, replay_stream_);
  machinery_.storage.arena().mark_used(execution, module_, replay_stream_);
  execution.calls.wait(backward_.completed, execution.compute);
  if (gradients_complete) run_hook(execution);
}

void Runner::run_hook(Execution& execution) {
  // The additions of phase 2 are behind the completion that the caller has waited for.
  const bool whole_graph = execution.holds(Rule::hooks_follow_phase_two);
  SideStream& side = own_domain().scatter;
  side.follow(execution, whole_graph ? replay_stream_ : execution.compute, replayed_);
  Work hook = execution.calls.kernel(fmt::format("gradients_ready.{}", name_), side.id());
  for (const Weight* weight : own_weights()) hook.updates(weight->main_grad);
}

void Runner::join(Execution& execution) { execution.calls.follow(execution.compute, replay_stream_, replayed_); }

void Runner::reset(Execution& execution) {
  execution.calls.destroy(forward_.executable);
  execution.calls.destroy(backward_.executable);
  execution.calls.release(output_gradient_);
}

}  // namespace fencepost::gtp
