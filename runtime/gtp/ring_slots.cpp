#include <fencepost/runtime/gtp/ring_slots.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace fencepost::gtp {

RingSlots::Slot RingSlots::assign(Execution& execution, std::uint64_t bytes, WindowPool* window) {
  Ring& ring = rings_[{bytes, window != nullptr ? window->group() : CommunicatorId{}}];
  const std::size_t turn = execution.holds(Rule::slots_are_taken_in_turn) ? ring.assigned++ : 0;
  const std::size_t place = turn % execution.configuration.ring_size;
  if (place < ring.slots.size()) return ring.slots[place];
  const std::string name = fmt::format("ring.{}", slots_.size());
  Entry entry;
  entry.scratch.bytes = bytes;
  entry.scratch.origin = Origin::ring;
  entry.scratch.home = execution.compute;
  entry.scratch.buffer = window != nullptr ? window->allocate(execution, name, bytes)
                                           : execution.calls.allocate(name, bytes, execution.compute);
  entry.scratch.in_window = window != nullptr && window->covers(entry.scratch.buffer);
  entry.scratch.physical = static_cast<std::uint32_t>(slots_.size());
  entry.ready = execution.calls.event(fmt::format("slot_ready.{}", slots_.size()));
  execution.calls.record(entry.ready, execution.compute);
  execution.calls.synchronize(entry.ready);
  ring.slots.push_back(slots_.size());
  slots_.push_back(entry);
  return ring.slots.back();
}

Scratch RingSlots::use(Execution& execution, Slot slot) {
  if (std::ranges::find(written_, slot) != written_.end()) execution.calls.fail(Failure::slot_shared);
  written_.push_back(slot);
  return slots_[slot].scratch;
}

void RingSlots::mark_ready(Execution& execution, Slot slot, StreamId stream) {
  EventCall record = execution.calls.record(slots_[slot].ready, stream);
  if (execution.capturing()) record.external();
}

void RingSlots::await(Execution& execution, Slot slot, StreamId stream) const {
  if (execution.holds(Rule::replay_waits_for_its_slots)) execution.calls.wait(slots_[slot].ready, stream);
}

void RingSlots::clear(Execution& execution) {
  for (const Entry& entry : slots_) execution.calls.release(entry.scratch.buffer);
  slots_.clear();
}

}  // namespace fencepost::gtp
