#include <fencepost/model/implementation.h>

#include <algorithm>
#include <utility>

namespace fencepost::model {

Outcome Device::Implementation::retain_object(const Operation& operation) {
  ExecutableState& executable = at(executables_, operation.executable());
  if (auto refused = usable_executable(operation, executable)) return *refused;
  const BufferId buffer = operation.detail->buffer;
  if (!buffer.exists()) return {};
  const GenerationId id = memory.current(buffer);
  if (!id.exists() || !memory[id].pooled) {
    return misuse(operation, "a user object keeps what `alloc` handed out; other memory needs nobody to keep it");
  }
  if (!memory[id].alive()) {
    return refuse(operation, Status::cudaErrorInvalidValue, Refusal::invalid_argument, memory[id].release_line);
  }
  if (in_stream_order(pool(at(tensors_, buffer).pool).kind)) {
    return misuse(operation, "the destructor of a user object may not call CUDA, so it cannot free this memory");
  }
  executable.retained.push_back(id);
  return {};
}

bool Device::Implementation::is_retained(GenerationId id) const {
  if (!rules_.hold(Rule::user_objects_keep_memory)) return false;
  return std::ranges::any_of(executables_, [&](const ExecutableState& executable) {
    return executable.alive && std::ranges::find(executable.retained, id) != executable.retained.end();
  });
}

void Device::Implementation::drop_objects(const Operation& operation, ExecutableState& executable) {
  for (const GenerationId id : std::exchange(executable.retained, {})) {
    const BufferId buffer = memory[id].buffer;
    TensorState& tensor = at(tensors_, buffer);
    if (memory.current(buffer) != id || !tensor.free_pending || is_retained(id)) continue;
    tensor.free_pending = false;
    Operation freeing = operation;
    freeing.kind = OperationKind::release;
    freeing.object = buffer.value;
    freeing.stream = StreamId::none();
    // The destructor runs when the last launch is over.
    if (executable.last_launch.execution != 0) discharges_[tensor.block] = {executable.last_launch};
    release(freeing);
  }
}

void Device::Implementation::complain_of_leaks() {
  for (const ExecutableState& executable : executables_) {
    if (executable.alive || executable.last_launch.execution == 0) continue;
    for (const GenerationId id : executable.memory.kept) {
      if (!memory[id].alive()) continue;
      Operation destruction;
      destruction.kind = OperationKind::destroy_executable;
      destruction.line = executable.destroyed_line;
      complain(destruction, Refusal::memory_never_freed, memory[id].allocate_line, memory[id].buffer);
    }
  }
}

}  // namespace fencepost::model
