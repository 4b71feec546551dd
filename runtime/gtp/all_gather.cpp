#include <fencepost/runtime/gtp/all_gather.h>

#include <vector>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

Range shard_part(const Weight& weight, std::uint64_t lo, std::uint64_t hi) {
  return {weight.shard.buffer, {weight.shard.bytes.lo + lo, weight.shard.bytes.lo + hi}};
}

}  // namespace

void AllGather::issue(Execution& execution, Weight& weight, Direction direction, StreamId stream,
                      std::string_view label) {
  const Configuration& configuration = execution.configuration;
  GatherState& state = weight.gather(direction);
  const BufferHandle buffer = cache_.get(execution, *state.ticket, stream);
  std::vector<Movement> movements;
  for (std::uint64_t part = 0; part < weight.parts; ++part) {
    const std::uint64_t shard = configuration.shard_bytes;
    const std::uint64_t full = configuration.padded_bytes();
    movements.push_back(
        {shard_part(weight, part * shard, (part + 1) * shard), buffer[{part * full, (part + 1) * full}]});
  }
  const WindowPool* window = weight.domain.gather_window;
  if (window != nullptr && !(window->covers(weight.shard.buffer) && window->covers(buffer))) {
    execution.violations.push_back({Invariant::collectives_use_their_window, weight.name});
  }
  weight.domain.gatherer.issue(execution, OperationKind::all_gather, fmt::format("{}.{}", label, weight.name), stream,
                               movements, state.done);
  state.parameter_version = execution.parameter_version;
}

void AllGather::prefetch(Execution& execution, Weight& weight, Direction direction) {
  GatherState& state = weight.gather(direction);
  if (!state.ticket || state.pending || state.drained) return;
  if (direction == Direction::forward && execution.holds(Rule::prefetch_awaits_publication)) {
    parameters_.ensure_ready(execution, weight);
  }
  weight.domain.gather.fork(execution, weight.gather_sync);
  issue(execution, weight, direction, weight.domain.gather.id(), "prefetch");
  state.pending = true;
}

bool AllGather::available(const Execution& execution, Weight& weight, Direction direction) const {
  const GatherState& state = weight.gather(direction);
  if (state.pending || state.drained) return true;
  return cache_.bound(*state.ticket) && !execution.holds(Rule::consume_gathers_on_demand);
}

void AllGather::drain(Execution& execution, Weight& weight, Direction direction) const {
  GatherState& state = weight.gather(direction);
  if (!state.pending) return;
  execution.calls.wait(state.done, weight.domain.gather.id());
  state.ready.record(execution, weight.domain.gather.id());
  state.pending = false;
  state.drained = true;
}

void AllGather::discard(Execution& execution, Weight& weight, Direction direction) {
  GatherState& state = weight.gather(direction);
  drain(execution, weight, direction);
  if (state.drained && cache_.holds(*state.ticket)) cache_.release(*state.ticket);
  state.drained = false;
}

BufferHandle AllGather::consume(Execution& execution, Weight& weight, Direction direction) {
  GatherState& state = weight.gather(direction);
  if (available(execution, weight, direction)) {
    const bool was_drained = state.drained;
    const bool on_its_way = state.pending || state.drained;
    drain(execution, weight, direction);
    const Rule rule = was_drained ? Rule::drained_prefetch_is_awaited : Rule::gemm_waits_for_gather;
    if (on_its_way && execution.holds(rule)) state.ready.wait(execution, execution.compute);
  } else {
    discard(execution, weight, direction);
    parameters_.ensure_ready(execution, weight);
    issue(execution, weight, direction, execution.compute, "gather");
    execution.calls.wait(state.done, execution.compute);
  }
  state.drained = false;
  check_value(execution, weight, direction);
  cache_.release(*state.ticket);
  return cache_.buffer(*state.ticket);
}

void AllGather::check_value(Execution& execution, Weight& weight, Direction direction) const {
  const GatherState& state = weight.gather(direction);
  if (!cache_.holds(*state.ticket)) execution.violations.push_back({Invariant::gathered_value_is_meant, weight.name});
  if (state.parameter_version != execution.parameter_version) {
    execution.violations.push_back({Invariant::gathered_value_is_fresh, weight.name});
  }
}

}  // namespace fencepost::gtp
