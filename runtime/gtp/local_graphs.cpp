#include <fencepost/runtime/gtp/host_state.h>
#include <fencepost/runtime/gtp/iteration_end.h>
#include <fencepost/runtime/gtp/local_graphs.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

constexpr int warm_ups_of_a_module = 2;

/// Splits the uses where the module changes.
std::vector<Uses> by_module(const Weights& weights, const Uses& uses) {
  std::vector<Uses> modules;
  for (const std::size_t use : uses) {
    const bool continues = !modules.empty() && weights[modules.back().back()].module == weights[use].module;
    if (!continues) modules.emplace_back();
    modules.back().push_back(use);
  }
  return modules;
}

}  // namespace

LocalGraphs::LocalGraphs(Execution& execution, Machinery& machinery, std::vector<SchedulingDomain*> domains,
                         const Uses& uses)
    : machinery_(machinery), domains_(std::move(domains)) {
  site_.stream = execution.calls.stream("capture");
  site_.pool = private_pool(execution, "graph_pool");
  for (std::uint32_t number = 0; number < execution.configuration.runner_streams; ++number) {
    replay_streams_.push_back(execution.calls.stream(fmt::format("replay.{}", number)));
  }
  const std::vector<Uses> modules = by_module(machinery.weights, uses);
  const std::uint64_t bytes = execution.configuration.activation_size();
  for (std::size_t number = 0; number <= modules.size(); ++number) {
    boundaries_.push_back({execution.calls.buffer(fmt::format("boundary.{}", number), bytes),
                           execution.calls.buffer(fmt::format("boundary_gradient.{}", number), bytes)});
  }
  for (const Uses& module : modules) add_module(execution, module);
}

void LocalGraphs::add_module(Execution& execution, const Uses& uses) {
  const std::size_t number = modules_.size();
  Module& module = modules_.emplace_back(
      Module{Segment(machinery_, uses, boundaries_[number], boundaries_[number + 1], number == 0), std::nullopt});
  if (!machinery_.weights[uses.front()].graphed) return;
  const StreamId stream = replay_streams_[runners_++ % replay_streams_.size()];
  module.runner.emplace(execution, machinery_, module.segment, domains_, site_, stream, fmt::format("m{}", number));
}

void LocalGraphs::forward(Execution& execution, Module& module) const {
  if (captured_ && module.runner) {
    module.runner->replay_forward(execution);
  } else {
    module.segment.forward(execution);
  }
}

void LocalGraphs::backward(Execution& execution, Module& module, bool last) const {
  if (captured_ && module.runner) {
    module.runner->replay_backward(execution, last);
  } else {
    machinery_.storage.arena().begin_graph(machinery_.weights[module.segment.uses().front()].module);
    module.segment.backward(execution, module.segment.output_gradient());
  }
}

void LocalGraphs::iterate(Execution& execution, std::uint32_t microbatches) {
  start_iteration(machinery_);
  for (std::uint32_t number = 0; number < microbatches; ++number) {
    for (Module& module : modules_) forward(execution, module);
    execution.calls.kernel("loss", execution.compute)
        .reads(boundaries_.back().activation)
        .writes(boundaries_.back().gradient);
    for (Module& module : std::views::reverse(modules_)) backward(execution, module, number + 1 == microbatches);
    finish_microbatch(execution, machinery_);
  }
  finish_iteration(execution, machinery_, domains_);
  check_gradients(execution, machinery_);
}

void LocalGraphs::run(Execution& execution, std::uint32_t microbatches) {
  const bool captured = std::exchange(captured_, false);
  iterate(execution, microbatches);
  captured_ = captured;
}

void LocalGraphs::capture(Execution& execution) {
  execution.calls.synchronize_device();
  machinery_.storage.arena().make(execution);
  for (Weight& weight : machinery_.weights) {
    if (weight.graphed) machinery_.storage.prepare_slots(execution, weight);
  }
  for (Module& module : modules_) {
    if (!module.runner) continue;
    for (int count = 0; count < warm_ups_of_a_module; ++count) module.runner->warm_up(execution);
    module.runner->capture_forward(execution);
  }
  for (Module& module : std::views::reverse(modules_)) {
    if (module.runner) module.runner->capture_backward(execution);
  }
  check_gradients(execution, machinery_);
  execution.calls.synchronize_device();
  captured_ = !execution.calls.failure().has_value();
}

void LocalGraphs::replay(Execution& execution, std::uint32_t microbatches) {
  const auto before = host_state(machinery_);
  const bool frozen = std::ranges::all_of(machinery_.weights, [](const Weight& weight) { return weight.graphed; });
  iterate(execution, microbatches);
  for (Module& module : modules_) {
    if (module.runner) module.runner->join(execution);
  }
  // Eager modules keep books of their own.
  if (frozen && host_state(machinery_) != before) {
    execution.violations.push_back({Invariant::replay_changes_nothing, "local graphs"});
  }
}

bool LocalGraphs::change_runners() {
  if (replay_streams_.size() == 1) return false;
  std::size_t number = ++first_runner_;
  for (Module& module : modules_) {
    if (module.runner) module.runner->replay_on(replay_streams_[number++ % replay_streams_.size()]);
  }
  return true;
}

void LocalGraphs::reset(Execution& execution) {
  execution.calls.synchronize_device();
  for (Module& module : modules_) {
    if (module.runner) module.runner->reset(execution);
  }
  captured_ = false;
}

}  // namespace fencepost::gtp
