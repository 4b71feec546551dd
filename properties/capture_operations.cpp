#include <fencepost/properties/generator.h>

#include <algorithm>
#include <array>

namespace fencepost::properties {

void Generator::capture_section() {
  std::vector<Stream*> idle;
  for (Stream& stream : streams_) {
    if (stream.kind == StreamKind::nonblocking) idle.push_back(&stream);
  }
  constexpr std::array modes{CaptureMode::global, CaptureMode::thread_local_mode, CaptureMode::relaxed};
  LiveCapture capture;
  capture.origin = any_of(idle);
  capture.mode = modes[choices_.choose(modes.size())];
  const PoolId pool = private_pools_.empty() ? PoolId::none() : any_of(private_pools_);
  capture.graph = write_.begin_capture(capture.origin->id, capture.mode, pool);
  capture.origin->capturing = true;
  capture_ = capture;

  const std::uint32_t length = 1 + settings_.capture_length / 4 + choices_.choose(settings_.capture_length);
  for (std::uint32_t done = 0; done < length; ++done) captured_operation();
  join_all_forks();
  end_capture();
}

void Generator::captured_operation() {
  static constexpr std::array<Weighted, 16> actions{{
      {12, &Generator::captured_work},
      {2, &Generator::captured_collective},
      {6, &Generator::fork},
      {3, &Generator::join_inside},
      {2, &Generator::internal_record},
      {2, &Generator::internal_wait},
      {9, &Generator::external_record},
      {9, &Generator::external_wait},
      {3, &Generator::captured_allocate},
      {2, &Generator::release_any},
      {9, &Generator::captured_turnover},
      {2, &Generator::captured_record_stream},
      {2, &Generator::work_beside},
      {1, &Generator::captured_group},
      {2, &Generator::captured_early_kernel},
      {2, &Generator::captured_value},
  }};
  choose_action(actions);
}

Generator::Stream& Generator::captured_stream() {
  const auto chosen = choices_.choose(static_cast<std::uint32_t>(capture_->forks.size() + 1));
  return chosen == 0 ? *capture_->origin : *capture_->forks[chosen - 1];
}

void Generator::captured_work() { work_on(captured_stream().id, true); }

void Generator::captured_collective() {
  if (!communicator_) return captured_work();
  collective_on(captured_stream().id);
}

void Generator::captured_group() {
  if (!communicator_) return captured_work();
  const StreamId first = captured_stream().id;
  group_on(first, captured_stream().id);
}

void Generator::captured_early_kernel() { early_kernel_on(captured_stream().id); }

/// Another stream joins the capture through an event recorded in it (row E11).
void Generator::fork() {
  const auto idle = std::ranges::find_if(
      streams_, [](const Stream& stream) { return !stream.capturing && stream.kind == StreamKind::nonblocking; });
  if (idle == streams_.end()) return join_inside();
  connect(captured_stream().id, idle->id);
  idle->capturing = true;
  capture_->forks.push_back(&*idle);
  work_on(idle->id, true);
}

/// One member waits for all that another has captured so far.
void Generator::join_inside() {
  const StreamId from = captured_stream().id, to = captured_stream().id;
  if (from == to) return captured_work();
  connect(from, to);
}

void Generator::internal_record() {
  Event& event = any_of(events_);
  event.life = Life::in_live_capture;
  write_.record(event.id, captured_stream().id);
}

void Generator::internal_wait() {
  const Event& event = any_of(events_);
  // Rows E15 and E16 refuse the rest, and the capture would be lost.
  const bool legal = event.life == Life::in_live_capture || event.life == Life::fresh;
  if (!legal && !choices_.chance(1, 32)) return external_wait();
  write_.wait(event.id, captured_stream().id);
}

void Generator::external_record() {
  Event& event = any_of(events_);
  if (event.life == Life::in_live_capture || event.life == Life::in_ended_capture) return captured_work();
  event.life = Life::external;
  write_.record(event.id, captured_stream().id, true);
}

void Generator::external_wait() {
  const Event& event = any_of(events_);
  if (event.life == Life::in_ended_capture) return captured_work();
  write_.wait(event.id, captured_stream().id, true);
}

void Generator::captured_allocate() { allocate_on(captured_stream().id); }

void Generator::captured_record_stream() { record_stream_on(captured_stream().id); }

void Generator::captured_turnover() {
  const StreamId home = captured_stream().id;
  turn_over(home, captured_stream().id);
}

/// Eager work on a stream outside, while the capture is live.
void Generator::work_beside() {
  const auto outside = std::ranges::find_if(
      streams_, [](const Stream& stream) { return !stream.capturing && stream.kind != StreamKind::legacy; });
  if (outside == streams_.end()) return captured_work();
  if (choices_.chance(1, 2)) return work_on(outside->id, true);
  Event& event = any_of(events_);
  if (event.life == Life::in_live_capture || event.life == Life::in_ended_capture) return;
  event.life = Life::eager;
  write_.record(event.id, outside->id);
}

void Generator::join_all_forks() {
  for (Stream* fork : capture_->forks) {
    // Row K01 refuses a capture with an unjoined fork.
    if (choices_.chance(1, 64)) continue;
    connect(fork->id, capture_->origin->id);
  }
}

void Generator::end_capture() {
  write_.end_capture(capture_->graph);
  for (Stream& stream : streams_) stream.capturing = false;
  for (Event& event : events_) {
    if (event.life == Life::in_live_capture) event.life = Life::in_ended_capture;
  }
  const ExecutableId first = write_.instantiate(capture_->graph);
  executables_.push_back(first);
  if (choices_.chance(1, 4)) executables_.push_back(write_.instantiate(capture_->graph));
  if (choices_.chance(1, 16)) write_.destroy_graph(capture_->graph);
  capture_.reset();

  const std::uint32_t launches = choices_.choose(settings_.launches + 1);
  for (std::uint32_t done = 0; done < launches; ++done) {
    relaunch(first);
    const std::uint32_t between = choices_.choose(3);
    for (std::uint32_t operation = 0; operation < between; ++operation) eager_operation();
  }
}

}  // namespace fencepost::properties
