#include <fencepost/runtime/gtp/gradient_storage.h>

#include <fmt/format.h>

namespace fencepost::gtp {

bool GradientStorage::pools(const Execution& execution, const Weight& weight) {
  if (uses_slots(execution, weight)) return false;
  if (execution.configuration.storage == Storage::registered) return true;
  return !weight.graphed && !execution.capturing();
}

RegisteredPool& GradientStorage::registered_pool(const Weight& weight) {
  WindowPool& window = *weight.domain.send_window;
  return registered_.try_emplace(window.group(), window).first->second;
}

Scratch GradientStorage::acquire_plain(Execution& execution, bool graphed, std::string_view name, std::uint64_t bytes,
                                       StreamId stream) {
  if (execution.capturing()) {
    if (!execution.holds(Rule::capture_acquires_fresh_scratch)) return borrow(execution, name, bytes, stream);
    if (!execution.holds(Rule::capture_never_pushes)) return scratch_.acquire_fresh(execution, name, bytes, stream);
  }
  if (!graphed && !execution.capturing()) return scratch_.acquire(execution, name, bytes, stream);
  Scratch scratch;
  scratch.buffer = execution.calls.allocate(name, bytes, stream);
  scratch.bytes = bytes;
  scratch.home = stream;
  return scratch;
}

Scratch GradientStorage::borrow(Execution& execution, std::string_view name, std::uint64_t bytes, StreamId stream) {
  if (scratch_.has_free(bytes))
    execution.violations.push_back({Invariant::captures_share_no_memory, std::string(name)});
  return scratch_.acquire(execution, name, bytes, stream);
}

Scratch GradientStorage::acquire_registered(Execution& execution, Weight& weight) {
  const Configuration& configuration = execution.configuration;
  if (weight.holds_send_buffer) execution.calls.fail(Failure::acquired_twice);
  weight.holds_send_buffer = true;
  const std::string name = fmt::format("send.{}", weight.name);
  const std::uint64_t bytes = configuration.padded_bytes();
  if (!execution.holds(Rule::sends_come_from_the_window)) {
    return acquire_plain(execution, weight.graphed, name, bytes, execution.compute);
  }
  return registered_pool(weight).acquire(execution, name, bytes, configuration.weight_bytes());
}

bool GradientStorage::uses_slots(const Execution& execution, const Weight& weight) {
  return execution.phase == CapturePhase::local && weight.graphed && !weight.slots.empty();
}

void GradientStorage::prepare_slots(Execution& execution, Weight& weight) {
  const Configuration& configuration = execution.configuration;
  const bool registered = configuration.storage == Storage::registered;
  const bool ring = configuration.storage == Storage::ring || registered;
  if (!ring || !execution.holds(Rule::ring_slots_outside_graph_pool)) return;
  const std::uint64_t bytes = registered ? configuration.padded_bytes() : configuration.weight_bytes();
  while (weight.slots.size() < weight.parts)
    weight.slots.push_back(ring_.assign(execution, bytes, weight.domain.send_window));
}

Scratch GradientStorage::acquire_slot(Execution& execution, const Weight& weight, std::uint32_t part) {
  const Scratch scratch = ring_.use(execution, weight.slots[part]);
  const Bytes tail{execution.configuration.weight_bytes(), scratch.bytes};
  if (tail.lo < tail.hi) execution.calls.fill("zero_tail", execution.compute, {scratch.buffer, tail});
  return scratch;
}

Scratch GradientStorage::acquire_gradient(Execution& execution, Weight& weight, std::uint32_t part) {
  const Configuration& configuration = execution.configuration;
  const std::uint64_t bytes = configuration.weight_bytes();
  if (!configuration.foreign_gradients) {
    if (uses_slots(execution, weight)) return acquire_slot(execution, weight, part);
    if (configuration.storage == Storage::registered) return acquire_registered(execution, weight);
  }
  if (configuration.storage == Storage::arena && weight.graphed) {
    if (execution.phase == CapturePhase::local) return arena_.take(execution, bytes);
    arena_.demand(weight.module, bytes);
  }
  return acquire_plain(execution, weight.graphed, fmt::format("wgrad.{}", weight.name), bytes, execution.compute);
}

Scratch GradientStorage::acquire_send(Execution& execution, Weight& weight, std::uint32_t part) {
  return uses_slots(execution, weight) ? acquire_slot(execution, weight, part) : acquire_registered(execution, weight);
}

Scratch GradientStorage::acquire_sum(Execution& execution, const Weight& weight, StreamId stream) {
  const bool on_compute = execution.configuration.sum_scratch_home == ScratchHome::compute_stream;
  return acquire_plain(execution, weight.graphed, fmt::format("exchanged.{}", weight.name),
                       execution.configuration.padded_bytes(), on_compute ? execution.compute : stream);
}

void GradientStorage::drop(Execution& execution, const Scratch& scratch, StreamId reader, Rule recorded_when_captured) {
  const Rule rule = execution.capturing() ? recorded_when_captured : Rule::eager_scratch_is_recorded;
  // Without the allocator's reuse one recorded stream is enough to keep a block out of the capture.
  const bool library_recorded = execution.capturing() && execution.configuration.handles_record_streams;
  const bool enough = library_recorded && !execution.holds(Rule::captured_readers_are_all_recorded);
  if (reader != scratch.home && !enough && execution.holds(rule)) {
    execution.calls.record_stream(scratch.buffer, reader);
  }
  execution.calls.release(scratch.buffer);
}

void GradientStorage::release_gradient(Execution& execution, const Weight& weight, const Scratch& scratch,
                                       StreamId reader, Fence fence) {
  switch (scratch.origin) {
    case Origin::registered_pool:
      if (execution.capturing() && !execution.holds(Rule::released_buffers_return_to_the_pool)) return;
      registered_pool(weight).release(execution, scratch, fence);
      return;
    case Origin::scratch_pool:
      scratch_.release(execution, scratch, fence);
      return;
    case Origin::allocator:
      drop(execution, scratch, reader, Rule::captured_scratch_is_recorded);
      return;
    case Origin::ring:
      ring_.mark_ready(execution, scratch.physical, reader);
      return;
    case Origin::arena:
      return;
  }
}

void GradientStorage::release_sum(Execution& execution, const Scratch& scratch, StreamId reader, Fence fence) {
  if (scratch.origin == Origin::scratch_pool) {
    scratch_.release(execution, scratch, fence);
  } else {
    drop(execution, scratch, reader, Rule::captured_sum_scratch_is_recorded);
  }
}

bool GradientStorage::has_free(const Execution& execution, const Weight& weight) const {
  const Configuration& configuration = execution.configuration;
  if (configuration.storage != Storage::registered) return scratch_.has_free(configuration.weight_bytes());
  const auto found = registered_.find(weight.domain.reducer.id());
  return found != registered_.end() && found->second.has_free(configuration.padded_bytes());
}

void GradientStorage::drop_fences() {
  scratch_.drop_fences();
  for (auto& [group, pool] : registered_) pool.drop_fences();
}

void GradientStorage::drop_fences_of_captures() {
  scratch_.drop_fences_of_captures();
  for (auto& [group, pool] : registered_) pool.drop_fences_of_captures();
}

}  // namespace fencepost::gtp
