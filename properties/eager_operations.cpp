#include <fencepost/properties/generator.h>

#include <algorithm>
#include <array>

namespace fencepost::properties {

void Generator::eager_section() {
  const std::uint32_t length = choices_.choose(settings_.eager_length + 1);
  for (std::uint32_t done = 0; done < length && !choices_.exhausted(); ++done) eager_operation();
}

void Generator::eager_operation() {
  static constexpr std::array<Weighted, 23> actions{{
      {14, &Generator::eager_work},         {3, &Generator::eager_copy},   {2, &Generator::eager_collective},
      {7, &Generator::eager_record},        {8, &Generator::eager_wait},   {5, &Generator::join_streams},
      {6, &Generator::eager_allocate},      {4, &Generator::release_any},  {17, &Generator::eager_turnover},
      {4, &Generator::eager_record_stream}, {8, &Generator::eager_launch}, {3, &Generator::host_touch},
      {3, &Generator::synchronise},         {2, &Generator::query},        {1, &Generator::renew_event},
      {3, &Generator::other_thread},        {2, &Generator::eager_group},  {3, &Generator::eager_early_kernel},
      {2, &Generator::change_node},         {2, &Generator::eager_value},  {3, &Generator::change_window},
      {1, &Generator::change_mapping},      {1, &Generator::trim_pool},
  }};
  choose_action(actions);
}

Generator::Stream& Generator::eager_stream() { return any_of(streams_); }

void Generator::eager_work() { work_on(eager_stream().id, true); }

void Generator::eager_copy() {
  auto from = any_access(true);
  auto to = any_access(true);
  if (from->buffer == to->buffer) return eager_work();
  from->mode = AccessMode::read;
  to->mode = AccessMode::write;
  write_.copy(eager_stream().id, *from, *to, choices_.chance(1, 4));
}

void Generator::eager_collective() {
  if (!communicator_) return eager_work();
  collective_on(eager_stream().id);
}

void Generator::eager_group() {
  if (!communicator_) return eager_work();
  const StreamId first = eager_stream().id;
  group_on(first, eager_stream().id);
}

void Generator::eager_early_kernel() {
  const StreamId stream = eager_stream().id;
  if (choices_.chance(1, 2)) work_on(stream, true);
  early_kernel_on(stream);
}

void Generator::eager_record() {
  Event& event = any_of(events_);
  event.life = Life::eager;
  write_.record(event.id, eager_stream().id);
}

void Generator::eager_wait() {
  const Event& event = any_of(events_);
  // Row E12 refuses it; a refusal now and then is wanted.
  if (event.life == Life::in_ended_capture && !choices_.chance(1, 8)) return eager_record();
  write_.wait(event.id, eager_stream().id);
}

/// One stream waits for all of another.
void Generator::join_streams() {
  const StreamId from = eager_stream().id, to = eager_stream().id;
  if (from == to) return;
  connect(from, to);
}

void Generator::eager_allocate() { allocate_on(eager_stream().id); }

void Generator::eager_record_stream() { record_stream_on(eager_stream().id); }

void Generator::eager_turnover() {
  const StreamId home = eager_stream().id;
  turn_over(home, eager_stream().id);
}

void Generator::eager_launch() {
  if (executables_.empty()) return eager_work();
  relaunch(any_of(executables_));
}

void Generator::relaunch(ExecutableId executable) { write_.launch(executable, eager_stream().id); }

void Generator::host_touch() {
  const auto on_host = std::ranges::find_if(static_buffers_, &StaticBuffer::on_host);
  if (on_host == static_buffers_.end()) return synchronise();
  constexpr std::array modes{AccessMode::read, AccessMode::write, AccessMode::read, AccessMode::atomic};
  const AccessMode mode = modes[choices_.choose(modes.size())];
  const std::array accesses{part_of(on_host->id, on_host->size, choices_.choose(4), mode)};
  write_.host_access(accesses);
}

void Generator::synchronise() {
  const Event& event = any_of(events_);
  switch (choices_.choose(4)) {
    case 0:
      return write_.synchronize_stream(eager_stream().id);
    case 1:
      return write_.synchronize_device();
    default:
      if (event.life != Life::in_ended_capture) write_.synchronize_event(event.id);
  }
}

void Generator::query() {
  const bool ready = choices_.chance(2, 3);
  const Event& event = any_of(events_);
  if (event.life == Life::in_ended_capture || choices_.chance(1, 3)) {
    return write_.query_stream(eager_stream().id, ready);
  }
  write_.query_event(event.id, ready);
}

void Generator::renew_event() {
  Event& event = any_of(events_);
  event.life = Life::fresh;
  write_.destroy_event(event.id);
  write_.recreate_event(event.id);
}

/// A few operations of another host thread. It leaves tensors alone: nothing would order their
/// hand-over, which the first thread performs, before its uses.
void Generator::other_thread() {
  if (threads_.empty()) return eager_work();
  Thread& thread = any_of(threads_);
  if (!thread.running) {
    thread.running = true;
    return write_.start_thread(thread.id);
  }
  if (choices_.chance(1, 4)) {
    thread.running = false;
    return write_.join_thread(thread.id);
  }
  write_.issue_from(thread.id);
  switch (choices_.choose(4)) {
    case 0:
      work_on(eager_stream().id, false);
      break;
    case 1:
      host_touch();
      break;
    case 2:
      eager_wait();
      break;
    default:
      synchronise();
  }
  write_.issue_from(main_thread);
}

}  // namespace fencepost::properties
