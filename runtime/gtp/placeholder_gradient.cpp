#include <fencepost/runtime/gtp/placeholder_gradient.h>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

void add(Execution& execution, const Weight& weight, const BufferHandle& placeholder, StreamId stream) {
  execution.calls.kernel(fmt::format("add_placeholder.{}", weight.name), stream)
      .reads(placeholder)
      .updates(weight.main_grad[{0, placeholder.size}]);
}

/// A local capture keeps the host hook out: the graph's caller runs it after each replay.
bool hook_runs(const Execution& execution) { return execution.phase != CapturePhase::local; }

}  // namespace

void PlaceholderGradient::hand_out(Execution& execution, Weight& weight) {
  if (!hook_runs(execution)) return;
  const Configuration& configuration = execution.configuration;
  if (!shared_) {
    shared_ = execution.calls.allocate("placeholder", configuration.shard_bytes, execution.compute);
    const bool zero = configuration.dummy_is_added && execution.holds(Rule::placeholder_is_zeroed);
    if (zero) execution.calls.fill("zero_placeholder", execution.compute, *shared_);
  }
  weight.placeholder = shared_;
}

void PlaceholderGradient::after_addition(Execution& execution, Weight& weight, StreamId stream) const {
  if (!hook_runs(execution)) return;
  if (execution.configuration.dummy_is_added) {
    if (shared_) add(execution, weight, *shared_, stream);
    return;
  }
  if (execution.holds(Rule::stale_placeholder_is_cleared)) weight.placeholder.reset();
  if (weight.placeholder) add(execution, weight, *weight.placeholder, stream);
}

void PlaceholderGradient::forget(Execution& execution) {
  if (shared_) execution.calls.release(*shared_);
  shared_.reset();
}

}  // namespace fencepost::gtp
