/// What decides how a schedule goes on, as numbers that recur when the state does.

#include <fencepost/model/implementation.h>

#include <algorithm>

namespace fencepost::model {

namespace {

class Digits {
 public:
  template <class... Values>
  void add(Values... values) {
    (digits_.push_back(static_cast<std::uint64_t>(values)), ...);
  }
  template <class Tag>
  void add_id(Id<Tag> id) {
    digits_.push_back(id.value);
  }
  void add_block(const Block& block) {
    add_id(block.region);
    add(block.lo, block.hi);
  }
  std::vector<std::uint64_t> take() { return std::move(digits_); }

 private:
  std::vector<std::uint64_t> digits_;
};

void add_event(Digits& state, const EventState& event, bool captured_live) {
  state.add(event.alive, event.points.size(), event.record_line, event.captured_line, event.captured_in.exists(),
            captured_live);
}

}  // namespace

std::vector<std::uint64_t> Device::Implementation::recurring_state() {
  Digits state;
  for (const ThreadState& each : threads_) state.add(each.capture_mode, each.open_groups);
  for (const StreamState& each : streams_) {
    state.add(each.alive, each.tail != 0, each.capturing());
    state.add(each.deferred_waits.size());
  }
  for (EventState& each : events_) add_event(state, each, live_capture(each.captured_in) != nullptr);
  for (const CommunicatorState& each : communicators_) {
    state.add(each.alive, each.last.points.size(), each.windows.size());
  }
  for (const GraphState& each : graphs_) state.add(each.origin, each.alive);
  for (const ExecutableState& each : executables_) {
    state.add(each.alive, each.failed, each.last_launch.execution != 0, each.retained.size());
  }
  for (const WindowState& each : windows_) state.add(each.alive);
  for (std::uint32_t buffer = 0; buffer < tensors_.size(); ++buffer) {
    const GenerationId id = memory.current(BufferId{buffer});
    const TensorState& tensor = tensors_[buffer];
    const bool alive = id.exists() && memory[id].alive();
    state.add(alive, tensor.unmapped, tensor.free_pending, alive ? tensor.recorded_streams.size() : 0);
    if (alive) state.add_block(tensor.block);
  }
  for (const auto& [block, points] : discharges_) {
    state.add_block(block);
    state.add(points.size());
  }
  const auto add_pool = [&](const PoolState& pool) {
    for (const std::uint64_t digit : pool.caching.recurring_state()) state.add(digit);
    for (const std::uint64_t digit : pool.list.recurring_state()) state.add(digit);
    for (const std::uint64_t digit : pool.async.recurring_state()) state.add(digit);
    for (const ParkedBlock& parked : pool.parked) {
      state.add_block(parked.block);
      state.add_id(parked.home);
      state.add(parked.points.size(), parked.streams_to_record.size(), live_capture(parked.capture) != nullptr);
    }
  };
  add_pool(default_pool_);
  for (const PoolState& each : pools_) add_pool(each);
  return state.take();
}

bool Device::Implementation::captures_now() const { return !live_captures_.empty(); }

}  // namespace fencepost::model
