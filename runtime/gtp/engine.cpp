#include <fencepost/runtime/gtp/engine.h>
#include <fencepost/runtime/gtp/full_iteration.h>
#include <fencepost/runtime/gtp/iteration.h>
#include <fencepost/runtime/gtp/local_graphs.h>
#include <fencepost/runtime/gtp/model.h>
#include <fencepost/runtime/gtp/noise.h>

#include <optional>

namespace fencepost::gtp {

class Engine::Implementation {
 public:
  Implementation(const Configuration& its_configuration, RuleSet rules, Device& device, Names& names)
      : configuration(its_configuration),
        calls(device, names),
        execution{calls, configuration, rules, calls.stream("main"), CapturePhase::none, 0, 0, {}},
        model(execution),
        machinery(execution, model.weights()),
        microbatches(configuration.microbatches) {
    model.register_windows(execution);
    machinery.parameters.register_windows(execution);
    if (configuration.mode == GraphMode::local) {
      local.emplace(execution, machinery, model.domains(), model.uses());
      return;
    }
    iteration.emplace(execution, machinery, model.domains(), model.uses());
    if (configuration.mode == GraphMode::full_iteration) full_iteration.emplace(execution, machinery, *iteration);
  }

  [[nodiscard]] bool captured() const {
    return (full_iteration && full_iteration->captured()) || (local && local->captured());
  }
  bool run(const Command& command);
  void shut_down();

  const Configuration configuration;
  Calls calls;
  Execution execution;
  Model model;
  Machinery machinery;
  std::optional<Iteration> iteration;
  std::optional<FullIteration> full_iteration;
  std::optional<LocalGraphs> local;
  Noise noise;
  std::uint32_t microbatches;
  std::vector<BodyCall> body_calls;

 private:
  [[nodiscard]] bool may_run_eagerly() const;
  void eager_body();
  bool eager_step();
  bool capture();
  void replay_once();
  bool replay(std::uint32_t count);
  bool mixed_step();
  bool reset();
  void stash_scratch();
  void drop_memory();
  void deregister_windows();
  void destroy_communicators();
};

bool Engine::Implementation::may_run_eagerly() const {
  // The graph's send buffers are free in the pool, but their fences were only ever captured.
  return !(full_iteration && captured() && configuration.storage == Storage::registered);
}

void Engine::Implementation::eager_body() {
  body_calls.push_back(BodyCall::eager);
  if (local) {
    local->run(execution, microbatches);
  } else {
    iteration->run(execution, microbatches);
  }
}

bool Engine::Implementation::eager_step() {
  if (!may_run_eagerly()) return false;
  eager_body();
  machinery.parameters.update(execution);
  return true;
}

bool Engine::Implementation::capture() {
  if (captured() || (!full_iteration && !local)) return false;
  if (local) {  // The step that records the modules also captures them.
    eager_body();
    body_calls.push_back(BodyCall::capturing);
    local->capture(execution);
    machinery.parameters.update(execution);
    return true;
  }
  body_calls.push_back(BodyCall::capturing);
  full_iteration->capture(execution, microbatches);
  replay(1);
  return true;
}

void Engine::Implementation::replay_once() {
  if (local) {
    local->replay(execution, microbatches);
  } else {
    full_iteration->replay(execution);
  }
}

bool Engine::Implementation::replay(std::uint32_t count) {
  if (!captured()) return false;
  for (std::uint32_t number = 0; number < count; ++number) {
    replay_once();
    machinery.parameters.update(execution);
  }
  return true;
}

bool Engine::Implementation::mixed_step() {
  if (!captured() || !may_run_eagerly()) return false;
  replay_once();
  eager_body();
  machinery.parameters.update(execution);
  return true;
}

bool Engine::Implementation::reset() {
  if (!captured()) return false;
  if (local) {
    local->reset(execution);
  } else {
    full_iteration->reset(execution);
  }
  return true;
}

void Engine::Implementation::stash_scratch() {
  ScratchPool& pool = machinery.storage.scratch_pool();
  const std::uint64_t bytes = configuration.weight_bytes();
  const Scratch scratch = pool.acquire(execution, "stashed", bytes, execution.compute);
  calls.kernel("fill_stashed", execution.compute).writes(scratch.all());
  calls.kernel("read_stashed", execution.compute).reads(scratch.all());
  pool.release(execution, scratch, {});
}

bool Engine::Implementation::run(const Command& command) {
  switch (command.kind) {
    case Command::Kind::warm_up:
    case Command::Kind::eager_step:
      return eager_step();
    case Command::Kind::capture:
      return capture();
    case Command::Kind::replay:
      return replay(command.count);
    case Command::Kind::reset:
      return reset();
    case Command::Kind::allocate_noise:
      noise.allocate(execution);
      return true;
    case Command::Kind::free_noise:
      if (noise.empty()) return false;
      noise.drop_oldest(execution);
      return true;
    case Command::Kind::stash_scratch:
      stash_scratch();
      return true;
    case Command::Kind::mixed_step:
      return mixed_step();
    case Command::Kind::another_runner:
      return local && local->change_runners();
    case Command::Kind::change_order:
      if (!iteration) return false;
      reset();
      return iteration->change_order();
    case Command::Kind::change_microbatches:
      reset();
      microbatches = command.count;
      return true;
  }
  return false;
}

void Engine::Implementation::drop_memory() {
  while (!noise.empty()) noise.drop_oldest(execution);
  machinery.placeholder.forget(execution);
  machinery.cache.clear(execution);
  machinery.storage.ring().clear(execution);
  machinery.storage.arena().clear(execution);
}

void Engine::Implementation::deregister_windows() {
  model.deregister_windows(execution);
  machinery.parameters.deregister_windows(execution);
}

void Engine::Implementation::destroy_communicators() {
  model.destroy_communicators(execution);
  machinery.parameters.destroy_communicators(execution);
}

/// Graphs, then windows, then memory, then communicators: the reverse of their creation.
void Engine::Implementation::shut_down() {
  reset();
  if (!execution.holds(Rule::windows_end_when_the_device_is_idle)) deregister_windows();
  calls.synchronize_device();
  const bool windows_first = execution.holds(Rule::windows_end_before_their_memory);
  if (!windows_first) drop_memory();
  const bool communicators_last = execution.holds(Rule::windows_end_before_their_communicator);
  if (!communicators_last) destroy_communicators();
  deregister_windows();
  if (windows_first) drop_memory();
  if (communicators_last) destroy_communicators();
}

Engine::Engine(const Configuration& configuration, RuleSet rules, Device& device, Names& names)
    : implementation_(std::make_unique<Implementation>(configuration, rules, device, names)) {}
Engine::~Engine() = default;

Result Engine::run(const Command& command) {
  if (const auto failure = implementation_->calls.failure()) return tl::unexpected(*failure);
  if (!implementation_->run(command)) return tl::unexpected(Failure::not_applicable);
  if (const auto failure = implementation_->calls.failure()) return tl::unexpected(*failure);
  return {};
}

void Engine::shut_down() { implementation_->shut_down(); }

std::vector<Violation> Engine::check_invariants() const { return implementation_->execution.violations; }
std::span<const BodyCall> Engine::body_calls() const { return implementation_->body_calls; }
Status Engine::status() const { return implementation_->calls.status(); }
bool Engine::captured() const { return implementation_->captured(); }

}  // namespace fencepost::gtp
