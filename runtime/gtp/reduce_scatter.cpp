#include <fencepost/runtime/gtp/reduce_scatter.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

Range shard_of(const Execution& execution, const Weight& weight, std::uint64_t part) {
  const std::uint64_t bytes = execution.configuration.shard_bytes;
  return weight.in_flight->output[{part * bytes, (part + 1) * bytes}];
}

void begin(Weight& weight, std::vector<Scratch> gradients) {
  weight.already_finalized = false;
  weight.in_flight.emplace().gradients = std::move(gradients);
}

}  // namespace

void ReduceScatter::acquire_sums(Execution& execution, Weight& weight, StreamId stream) {
  if (!execution.configuration.sums_in_fp32()) return;
  for (std::uint32_t part = 0; part < weight.parts; ++part) {
    weight.in_flight->sums.push_back(storage_.acquire_sum(execution, weight, stream));
  }
}

void ReduceScatter::pad(Execution& execution, Weight& weight) {
  const Configuration& configuration = execution.configuration;
  if (!configuration.padding || configuration.storage == Storage::registered) return;
  for (const Scratch& gradient : weight.in_flight->gradients) {
    Scratch copy;
    copy.bytes = configuration.padded_bytes();
    copy.home = execution.compute;
    copy.buffer = execution.calls.allocate(fmt::format("padded.{}", weight.name), copy.bytes, copy.home);
    execution.calls.kernel(fmt::format("pad.{}", weight.name), execution.compute)
        .reads(gradient.front(configuration.weight_bytes()))
        .writes(copy.all());
    weight.in_flight->copies.push_back(copy);
  }
}

void ReduceScatter::check_window(Execution& execution, const Weight& weight, std::span<const Scratch> sent) {
  const WindowPool* window = weight.domain.send_window;
  if (window == nullptr) return;
  const bool inside = std::ranges::all_of(sent, &Scratch::in_window);
  if (inside && !window->covers(weight.in_flight->output)) return;
  execution.violations.push_back({Invariant::collectives_use_their_window, weight.name});
}

void ReduceScatter::issue(Execution& execution, Weight& weight, StreamId stream) {
  PendingReduction& pending = *weight.in_flight;
  const std::vector<Scratch>& sent = pending.copies.empty() ? pending.gradients : pending.copies;
  const bool exchange = execution.configuration.sums_in_fp32();
  pending.output = cache_.get(execution, *weight.reduction_ticket, stream);
  check_window(execution, weight, sent);
  std::vector<Movement> movements;
  for (std::size_t part = 0; part < sent.size(); ++part) {
    movements.push_back({sent[part].all(), exchange ? pending.sums[part].all() : shard_of(execution, weight, part)});
  }
  const OperationKind kind = exchange ? OperationKind::all_to_all : OperationKind::reduce_scatter;
  weight.domain.reducer.issue(execution, kind, fmt::format("{}.{}", exchange ? "exchange" : "reduce", weight.name),
                              stream, movements, weight.reduction_done);
  weight.holds_send_buffer = false;
  if (execution.configuration.handles_record_streams) record_library(execution, weight);
}

void ReduceScatter::record_library(Execution& execution, Weight& weight) const {
  PendingReduction& pending = *weight.in_flight;
  const StreamId library = weight.domain.reducer.library_stream();
  for (const std::vector<Scratch>* used : {&pending.gradients, &pending.copies, &pending.sums}) {
    for (const Scratch& scratch : *used) {
      if (scratch.origin == Origin::allocator) execution.calls.record_stream(scratch.buffer, library);
    }
  }
  // Nothing refers to the padded copies any more: the allocator has been told who reads them.
  for (const Scratch& copy : pending.copies) execution.calls.release(copy.buffer);
  pending.copies.clear();
}

void ReduceScatter::sum(Execution& execution, const Weight& weight, StreamId stream) const {
  for (std::size_t part = 0; part < weight.in_flight->sums.size(); ++part) {
    const std::uint64_t wide = 2 * execution.configuration.shard_bytes;
    const BufferHandle total = execution.calls.allocate(fmt::format("fp32.{}", weight.name), wide, stream);
    execution.calls.kernel(fmt::format("fp32_sum.{}", weight.name), stream)
        .reads(weight.in_flight->sums[part].all())
        .writes(total);
    execution.calls.kernel(fmt::format("downcast.{}", weight.name), stream)
        .reads(total)
        .writes(shard_of(execution, weight, part));
    execution.calls.release(total);
  }
}

void ReduceScatter::drop_copies(Execution& execution, Weight& weight, StreamId stream) const {
  for (const Scratch& copy : weight.in_flight->copies) {
    // The handle held the only reference and has just been waited for; the compute stream has not.
    const bool recorded = stream != copy.home && execution.holds(Rule::padded_copy_is_recorded);
    if (recorded) execution.calls.record_stream(copy.buffer, stream);
    execution.calls.release(copy.buffer);
  }
  weight.in_flight->copies.clear();
}

void ReduceScatter::start(Execution& execution, Weight& weight, std::vector<Scratch> gradients) {
  begin(weight, std::move(gradients));
  const bool on_compute = execution.configuration.sum_scratch_home == ScratchHome::compute_stream;
  pad(execution, weight);
  // Scratch of the compute stream must be there before the side stream forks, or its last owner's
  // work could still run while the exchange fills it.
  if (on_compute) acquire_sums(execution, weight, execution.compute);
  SideStream& side = weight.domain.scatter;
  side.fork(execution, weight.scatter_sync);
  if (!on_compute) acquire_sums(execution, weight, side.id());
  issue(execution, weight, side.id());
}

void ReduceScatter::finish_on(Execution& execution, Weight& weight, StreamId stream, bool fenced) {
  execution.calls.wait(weight.reduction_done, stream);
  drop_copies(execution, weight, stream);
  const bool covers_sum = execution.holds(Rule::reduced_event_covers_the_sum);
  if (!covers_sum) weight.reduced.record(execution, stream);
  sum(execution, weight, stream);
  if (covers_sum) weight.reduced.record(execution, stream);
  const Fence fence{fenced ? &weight.reduced : nullptr};
  for (const Scratch& gradient : weight.in_flight->gradients) {
    storage_.release_gradient(execution, weight, gradient, stream, fence);
  }
  for (const Scratch& exchanged : weight.in_flight->sums) storage_.release_sum(execution, exchanged, stream, fence);
}

void ReduceScatter::finish(Execution& execution, Weight& weight, bool fenced) {
  finish_on(execution, weight, weight.domain.scatter.id(), fenced);
}

void ReduceScatter::reduce_now(Execution& execution, Weight& weight, std::vector<Scratch> gradients) {
  begin(weight, std::move(gradients));
  pad(execution, weight);
  acquire_sums(execution, weight, execution.compute);
  issue(execution, weight, execution.compute);
  finish_on(execution, weight, execution.compute, true);
}

}  // namespace fencepost::gtp
