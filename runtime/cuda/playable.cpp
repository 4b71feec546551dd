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
    case Kind::create_graph:
    case Kind::add_node:
    case Kind::add_edge:
    case Kind::add_child:
    case Kind::add_conditional:
      return "graphs built node by node are not played";
    case Kind::update_node:
    case Kind::enable_node:
    case Kind::disable_node:
    case Kind::update_dependencies:
    case Kind::retain_object:
      return "changes of single nodes are not played";
    case Kind::register_window:
    case Kind::deregister_window:
      return "windows are not played";
    case Kind::map:
    case Kind::unmap:
      return "mapping and unmapping are not played";
    case Kind::send:
    case Kind::receive:
    case Kind::group_begin:
    case Kind::group_end:
      return "groups and point-to-point transfers are not played";
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
  if (operation.kind == OperationKind::create_buffer) set(memory_, operation.buffer(), operation.detail->memory);
  if (operation.kind == OperationKind::allocate) set(memory_, operation.buffer(), MemoryKind::device);
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
  if (operation.kind == OperationKind::create_pool) {
    const PoolKind kind = operation.detail->pool_kind;
    if (kind == PoolKind::async || kind == PoolKind::graph_memory) {
      return "the driver, not the model, places the bytes of this pool";
    }
    if (kind == PoolKind::pinned) return "host memory from a pool is not played";
  }
  if (operation.kind == OperationKind::allocate && operation.detail->address) {
    return "a recorded program, not the model, placed these bytes";
  }
  if (operation.kind == OperationKind::create_buffer && operation.detail->memory == MemoryKind::managed) {
    return "managed memory is not played";
  }
  if (operation.flags.early) return "early launches are not played";
  return about_memory(operation);
}

}  // namespace fencepost::cuda
