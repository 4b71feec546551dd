/// Values in memory, windows, and memory that comes and goes.

#include <fencepost/properties/schedule_writer.h>

#include <array>
#include <string>

namespace fencepost::properties {

void ScheduleWriter::value_operation(OperationKind kind, StreamId stream, const Access& flag, std::uint64_t value) {
  const std::array accesses{flag};
  Detail detail;
  detail.count = value;
  Operation operation = about(kind, Id<void>::none_value);
  operation.stream = stream;
  operation.label = fresh_label();
  operation.accesses = accesses;
  append(operation, detail);
}

void ScheduleWriter::write_value(StreamId stream, const Access& flag, std::uint64_t value) {
  Access written = flag;
  written.mode = AccessMode::write;
  value_operation(OperationKind::write_value, stream, written, value);
}

void ScheduleWriter::wait_value(StreamId stream, const Access& flag, std::uint64_t value) {
  Access read = flag;
  read.mode = AccessMode::read;
  value_operation(OperationKind::wait_value, stream, read, value);
}

WindowId ScheduleWriter::register_window(BufferId buffer, CommunicatorId communicator) {
  Names& names = schedule_.names();
  const auto window = names.intern<WindowTag>("w" + std::to_string(names.table<WindowTag>().size()));
  Detail detail;
  detail.buffer = buffer;
  detail.communicator = communicator;
  append(about(OperationKind::register_window, window.value), detail);
  return window;
}

void ScheduleWriter::deregister_window(WindowId window) {
  append(about(OperationKind::deregister_window, window.value));
}

void ScheduleWriter::unmap(BufferId buffer) { append(about(OperationKind::unmap, buffer.value)); }

void ScheduleWriter::map(BufferId buffer) { append(about(OperationKind::map, buffer.value)); }

void ScheduleWriter::trim(PoolId pool) { append(about(OperationKind::trim, pool.value)); }

}  // namespace fencepost::properties
