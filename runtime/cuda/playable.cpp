#include <fencepost/runtime/cuda/playable.h>

namespace fencepost::cuda {
namespace {

template <class T, class Id>
void set(std::vector<T>& table, Id id, T value) {
  if (table.size() <= id.index()) table.resize(id.index() + 1);
  table[id.index()] = value;
}

std::optional<std::string> about_kind(const Operation& operation) {
  using Kind = OperationKind;
  switch (operation.kind) {
    case Kind::create_device:
      return "a second GPU is not played";
    case Kind::add_conditional:
      return "conditional nodes are not played";
    case Kind::retain_object:
      return "user objects are not played";
    case Kind::map:
    case Kind::unmap:
      return "mapping and unmapping are not played";
    case Kind::write_value:
    case Kind::wait_value:
      return "waits for values in memory are not played";
    case Kind::repeat_begin:
    case Kind::repeat_end:
      return "a loop must be unrolled first";
    default:
      return std::nullopt;
  }
}

}  // namespace

void Playable::learn(const Operation& operation) {
  if (operation.kind == OperationKind::create_pool && operation.detail->pool_kind == PoolKind::pinned) {
    pinned_pools_.insert(operation.pool());
  }
  if (operation.kind == OperationKind::create_buffer) set(memory_, operation.buffer(), operation.detail->memory);
  if (operation.kind == OperationKind::allocate) {
    const bool pinned = pinned_pools_.contains(operation.detail->pool);
    set(memory_, operation.buffer(), pinned ? MemoryKind::pinned : MemoryKind::device);
  }
}

std::optional<std::string> Playable::about_memory(const Operation& operation) const {
  const bool by_host = operation.kind == OperationKind::host_access || operation.kind == OperationKind::host_function;
  const bool by_copy = operation.kind == OperationKind::copy;
  for (const Access& access : operation.accesses) {
    const bool known = access.buffer.exists() && access.buffer.index() < memory_.size();
    const MemoryKind memory = known ? memory_[access.buffer.index()] : MemoryKind::device;
    if (memory == MemoryKind::managed) return "managed memory is not played";
    if (by_host && memory == MemoryKind::device) return "the host cannot touch device memory";
    if (!by_host && !by_copy && memory == MemoryKind::pageable) return "the GPU cannot touch pageable memory";
  }
  return std::nullopt;
}

std::optional<std::string> Playable::why_not(const Operation& operation) {
  learn(operation);
  if (auto reason = about_kind(operation)) return reason;
  if (operation.kind == OperationKind::create_buffer && operation.detail->memory == MemoryKind::managed) {
    return "managed memory is not played";
  }
  return about_memory(operation);
}

}  // namespace fencepost::cuda
