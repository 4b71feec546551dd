#include "workload.h"

#include "counter_hash.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace fencepost::bench {

namespace {

class Writer {
 public:
  explicit Writer(const WorkloadSettings& settings) : settings_(settings), draws_(settings.seed) {}

  Schedule write() {
    work_ = schedule_.names().intern<LabelTag>("work");
    for (std::uint32_t stream = 0; stream < settings_.streams; ++stream) declare(stream);
    while (schedule_.size() < settings_.operations) step();
    for (std::uint32_t stream = 0; stream < settings_.streams; ++stream) {
      for (std::uint32_t slot = 0; slot < settings_.buffers_per_stream; ++slot) release(buffer(stream, slot));
    }
    return std::move(schedule_);
  }

 private:
  void declare(std::uint32_t stream) {
    schedule_.names().intern<StreamTag>(fmt::format("s{}", stream));
    schedule_.names().intern<EventTag>(fmt::format("e{}", stream));
    append(call(OperationKind::create_stream, stream));
    append(call(OperationKind::create_event, stream));
    for (std::uint32_t slot = 0; slot < settings_.buffers_per_stream; ++slot) {
      schedule_.names().intern<BufferTag>(fmt::format("b{}_{}", stream, slot));
      allocate(stream, buffer(stream, slot));
    }
  }

  void step() {
    const auto stream = static_cast<std::uint32_t>(draws_.below(settings_.streams));
    if (draws_.chance(settings_.pool_hand_overs, 10'000)) {
      const BufferId given = any_buffer(stream);
      release(given);
      allocate(stream, given);
    } else if (draws_.chance(settings_.hand_offs, 10'000)) {
      hand_off(stream, stream + 1 == settings_.streams ? 0 : stream + 1);
    } else {
      kernel(stream, {access(any_buffer(stream), AccessMode::read), access(any_buffer(stream), AccessMode::read),
                      access(any_buffer(stream), AccessMode::write)});
    }
  }

  /// `to` reads a buffer of `from` after everything `from` did, and before anything it does next.
  void hand_off(std::uint32_t from, std::uint32_t to) {
    order(from, to);
    kernel(to, {access(any_buffer(from), AccessMode::read), access(any_buffer(to), AccessMode::read),
                access(any_buffer(to), AccessMode::write)});
    order(to, from);
  }

  void order(std::uint32_t before, std::uint32_t after) {
    append(call(OperationKind::record, before, StreamId{before}));
    if (draws_.chance(settings_.dropped_waits, 10'000)) return;
    append(call(OperationKind::wait, before, StreamId{after}));
  }

  void kernel(std::uint32_t stream, const std::array<Access, 3>& accesses) {
    work(OperationKind::kernel, stream, accesses);
  }

  /// A fresh buffer is written as a whole, so that every later read finds data.
  void allocate(std::uint32_t stream, BufferId buffer) {
    Detail detail;
    detail.size = settings_.buffer_bytes;
    Operation operation = call(OperationKind::allocate, buffer.value, StreamId{stream});
    operation.detail = &detail;
    append(operation);
    const std::array whole{Access{.buffer = buffer, .mode = AccessMode::write, .hi = settings_.buffer_bytes}};
    work(OperationKind::fill, stream, whole);
  }

  void release(BufferId buffer) { append(call(OperationKind::release, buffer.value)); }

  Access access(BufferId buffer, AccessMode mode) {
    Access result{.buffer = buffer, .mode = mode, .hi = settings_.buffer_bytes};
    if (draws_.chance(settings_.sub_ranges, 10'000)) {
      const std::uint64_t piece = settings_.buffer_bytes / 16;
      const std::uint64_t first = draws_.below(16);
      result.lo = first * piece;
      result.hi = result.lo + piece * (1 + draws_.below(16 - first));
    }
    return result;
  }

  [[nodiscard]] BufferId buffer(std::uint32_t stream, std::uint32_t slot) const {
    return BufferId{stream * settings_.buffers_per_stream + slot};
  }
  BufferId any_buffer(std::uint32_t stream) {
    return buffer(stream, static_cast<std::uint32_t>(draws_.below(settings_.buffers_per_stream)));
  }

  static Operation call(OperationKind kind, std::uint32_t object, StreamId stream = {}) {
    Operation operation;
    operation.kind = kind;
    operation.object = object;
    operation.stream = stream;
    return operation;
  }

  void work(OperationKind kind, std::uint32_t stream, std::span<const Access> accesses) {
    Operation operation = call(kind, Id<void>::none_value, StreamId{stream});
    operation.label = work_;
    operation.accesses = accesses;
    append(operation);
  }

  void append(Operation operation) {
    operation.line = static_cast<std::uint32_t>(schedule_.size() + 1);
    schedule_.append(operation);
  }

  const WorkloadSettings& settings_;
  Draws draws_;
  Schedule schedule_;
  LabelId work_;
};

}  // namespace

Schedule make_workload(const WorkloadSettings& settings) { return Writer(settings).write(); }

}  // namespace fencepost::bench
