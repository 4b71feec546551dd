// The backward half of `Layers` that makes, sends and finishes gradients.

#include <fencepost/runtime/gtp/layers.h>

#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

void Layers::input_gradient(Execution& execution, std::size_t position, const BufferHandle& gathered) {
  const Weight& weight = weight_at(position);
  gradient_ = allocate(execution, "gradient", position);
  execution.calls.kernel(fmt::format("dgrad.{}", weight.name), execution.compute)
      .reads(*output_gradient_, used_bytes(execution, weight, gathered))
      .writes(*gradient_);
}

bool Layers::must_make_room(const Execution& execution, const Weight& weight) const {
  const bool foreign = execution.configuration.foreign_gradients;
  if (!weight.in_flight || foreign || !GradientStorage::pools(execution, weight)) return false;
  if (machinery_.storage.has_free(execution, weight) || execution.phase == CapturePhase::local) return false;
  return execution.holds(execution.capturing() ? Rule::repeated_backward_drains_in_capture
                                               : Rule::repeated_backward_drains);
}

std::vector<Scratch> Layers::weight_gradient(Execution& execution, Weight& weight, std::size_t position) {
  if (must_make_room(execution, weight)) machinery_.drain.make_room(execution, weight);
  std::vector<Scratch> gradients;
  for (std::uint32_t part = 0; part < weight.parts; ++part) {
    const Scratch gradient = machinery_.storage.acquire_gradient(execution, weight, part);
    if (gradient.fresh && weight.in_flight && part == 0) {
      execution.violations.push_back({Invariant::repeated_use_adds_no_buffer, weight.name});
    }
    const Range used = gradient.front(execution.configuration.weight_bytes());
    execution.calls.kernel(fmt::format("wgrad.{}", weight.name), execution.compute)
        .reads(*activations_[position], *output_gradient_)
        .writes(used);
    execution.calls.kernel(fmt::format("scale.{}", weight.name), execution.compute).updates(used);
    gradients.push_back(gradient);
  }
  return gradients;
}

std::vector<Scratch> Layers::copy_foreign(Execution& execution, Weight& weight, const std::vector<Scratch>& gradients) {
  std::vector<Scratch> sent;
  for (const Scratch& gradient : gradients) {
    const auto part = static_cast<std::uint32_t>(sent.size());
    const Scratch send = machinery_.storage.acquire_send(execution, weight, part);
    execution.calls.copy(fmt::format("copy_gradient.{}", weight.name), execution.compute, gradient.all(),
                         send.front(gradient.bytes));
    // Only the compute stream has touched it, and only the compute stream will get it back.
    machinery_.storage.release_gradient(execution, weight, gradient, execution.compute, {});
    sent.push_back(send);
  }
  return sent;
}

void Layers::reduce(Execution& execution, Weight& weight, std::vector<Scratch> gradients) {
  if (weight.in_flight && execution.holds(Rule::pending_reduction_finishes_first)) {
    machinery_.drain.finalize(execution, weight);
  }
  if (execution.configuration.foreign_gradients) gradients = copy_foreign(execution, weight, gradients);
  const bool waits_for_it = weight.is_head() && execution.holds(Rule::head_reduces_synchronously);
  if (execution.configuration.asynchronous && !waits_for_it) {
    machinery_.reduce_scatter.start(execution, weight, std::move(gradients));
    return;
  }
  machinery_.reduce_scatter.reduce_now(execution, weight, std::move(gradients));
  machinery_.drain.add_now(execution, weight);
}

void Layers::finish_successor(Execution& execution, Weight& weight) {
  if (!weight.next) return;
  Weight& successor = machinery_.weights[*weight.next];
  switch (execution.configuration.drain) {
    case DrainStyle::cascade:
      machinery_.drain.cascade(execution, successor);
      return;
    case DrainStyle::finalizing:
      machinery_.drain.finalize(execution, successor);
      return;
    case DrainStyle::end_of_step:
      return;
  }
}

}  // namespace fencepost::gtp
