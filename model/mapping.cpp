#include <fencepost/model/implementation.h>

namespace fencepost::model {

Outcome Device::Implementation::unmap(const Operation& operation) {
  const GenerationId id = memory.current(operation.buffer());
  if (!id.exists()) return misuse(operation, "this buffer was never allocated");
  if (!memory[id].alive()) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::double_free, memory[id].release_line);
  }
  if (rules_.hold(Rule::window_ends_before_its_memory)) end_registrations_of(operation, id);
  at(tensors_, operation.buffer()).unmapped = true;
  memory[id].unmapped = true;
  memory[id].initialised = false;  // What comes back after `map` is other memory.
  waits_.clear();
  if (rules_.hold(Rule::unmapping_waits_for_nothing)) {
    end_bytes(operation, id);
    return {};
  }
  for (const StreamState& other : streams_) {
    if (other.tail != 0) waits_.add(EdgeReason::sync, other.newest());
  }
  end_bytes(operation, id);
  return {};
}

Outcome Device::Implementation::map(const Operation& operation) {
  const GenerationId id = memory.current(operation.buffer());
  if (!id.exists()) return misuse(operation, "this buffer was never allocated");
  TensorState& tensor = at(tensors_, operation.buffer());
  if (!tensor.unmapped) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::invalid_argument, memory[id].release_line);
  }
  tensor.unmapped = false;
  if (!rules_.hold(Rule::mapping_keeps_the_addresses)) return {};
  memory[id].unmapped = false;
  renew(operation, id);
  return {};
}

Outcome Device::Implementation::release_unmapped(const Operation& operation) {
  TensorState& tensor = at(tensors_, operation.buffer());
  PoolState& owner = pool(tensor.pool);
  tensor.unmapped = false;
  memory.count_release(tensor.pool, tensor.block.size());
  recorded_blocks_.erase(tensor.block);
  if (tensor.recorded) return {};
  if (caches_blocks(owner.kind)) {
    owner.caching.release(tensor.block);
  } else {
    owner.list.push({tensor.block, memory[memory.current(operation.buffer())].graph_memory});
  }
  return {};
}

}  // namespace fencepost::model
