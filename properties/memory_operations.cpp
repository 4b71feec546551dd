#include <fencepost/properties/generator.h>

#include <algorithm>

namespace fencepost::properties {

namespace {

constexpr std::uint64_t flag_size = 4;

}  // namespace

void Generator::declare_signals() {
  if (choices_.chance(1, 3)) flags_.push_back(write_.create_buffer(flag_size, MemoryKind::device));
  if (!flags_.empty() && choices_.chance(1, 2)) flags_.push_back(write_.create_buffer(flag_size, MemoryKind::device));
}

/// A value is written or waited for. Two flags and two values, so that waits in a circle occur.
void Generator::value_on(StreamId stream) {
  if (flags_.empty()) return work_on(stream, true);
  const Access flag{any_of(flags_), AccessMode::read, 0, 0, flag_size};
  const std::uint64_t value = 1 + choices_.choose(2);
  if (choices_.chance(1, 2)) return write_.write_value(stream, flag, value);
  write_.wait_value(stream, flag, value);
}

void Generator::eager_value() { value_on(eager_stream().id); }

void Generator::captured_value() { value_on(captured_stream().id); }

/// A static buffer gets a window, or loses the one it has.
void Generator::change_window() {
  if (!communicator_) return eager_work();
  const StaticBuffer& buffer = any_of(static_buffers_);
  if (!buffer.mapped) return;
  const auto known = std::ranges::find(windows_, buffer.id, &Window::buffer);
  if (known == windows_.end()) {
    windows_.push_back({write_.register_window(buffer.id, *communicator_), buffer.id});
    return;
  }
  write_.deregister_window(known->id);
  windows_.erase(known);
}

/// The memory behind a static buffer goes, or comes back.
void Generator::change_mapping() {
  StaticBuffer& buffer = any_of(static_buffers_);
  if (buffer.on_host || (buffer.mapped && !choices_.chance(1, 3))) return eager_work();
  if (buffer.mapped) {
    write_.unmap(buffer.id);
  } else {
    write_.map(buffer.id);
  }
  buffer.mapped = !buffer.mapped;
}

void Generator::trim_pool() {
  if (private_pools_.empty()) return eager_work();
  write_.trim(any_of(private_pools_));
}

}  // namespace fencepost::properties
