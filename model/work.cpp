#include <fencepost/model/implementation.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::model {

Outcome Device::Implementation::work(const Operation& operation) {
  StreamState& runs_on = stream(operation.stream);
  if (auto refused = enter_stream(operation)) return *refused;
  if (runs_on.capturing()) return work_in_capture(operation, capture_of(runs_on));
  if (operation.kind == OperationKind::copy && operation.flags.synchronous) return synchronous_copy(operation, runs_on);
  BufferId missing;
  Submission submission = Emitter::describe(operation, SubmissionKind::work, runs_on.axis, thread(operation).axis);
  submission.accesses = accesses_of_work(operation, missing);
  submission.value = operation.detail->count;
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  if (operation.kind == OperationKind::kernel) return kernel(operation, runs_on, submission);
  emit_on(runs_on, submission);
  return {};
}

std::span<const MemoryAccess> Device::Implementation::accesses_of_work(const Operation& operation, BufferId& missing) {
  const auto resolved = memory.resolve(operation.accesses, missing);
  const bool of_value = operation.kind == OperationKind::write_value || operation.kind == OperationKind::wait_value;
  if (!of_value || !rules_.hold(Rule::value_operations_are_atomic)) return resolved;
  scratch_accesses_.assign(resolved.begin(), resolved.end());
  for (MemoryAccess& access : scratch_accesses_) access.mode = AccessMode::atomic;
  return scratch_accesses_;
}

Outcome Device::Implementation::kernel(const Operation& operation, StreamState& runs_on, Submission& submission) {
  const ExecutionId before = runs_on.overtakable;
  const bool overtakes = operation.flags.early && before != 0 && rules_.hold(Rule::early_launch_overtakes);
  if (overtakes) submission.overlaps_from = before;
  emit_on(runs_on, submission);
  runs_on.overtakable = submission.overlaps_from != 0 ? before : submission.execution;
  return {};
}

Outcome Device::Implementation::work_in_capture(const Operation& operation, Capture& capture) {
  if (operation.flags.synchronous) {  // The host would have to wait for a capturing stream: row M03.
    return refuse(operation, Status::cudaErrorStreamCaptureUnsupported, Refusal::unsupported_in_capture,
                  capture.origin().line, &capture);
  }
  BufferId missing;
  const auto accesses = accesses_of_work(operation, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  const auto names_version = [](const MemoryAccess& access) { return access.version != 0; };
  if (std::any_of(accesses.begin(), accesses.end(), names_version)) {
    return not_modelled(operation, "a version in a captured read");
  }
  GraphNode node;
  node.operation = operation.kind;
  node.line = operation.line;
  node.label = operation.label;
  node.thread = operation.thread;
  node.value = operation.detail->count;
  if (operation.flags.early && rules_.hold(Rule::early_launch_overtakes)) {
    capture.add_early(node, accesses, operation.stream);
  } else {
    capture.add(node, accesses, operation.stream);
  }
  return {};
}

Outcome Device::Implementation::synchronous_copy(const Operation& operation, StreamState& runs_on) {
  BufferId missing;
  const auto resolved = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  scratch_accesses_.assign(resolved.begin(), resolved.end());
  const std::span<const MemoryAccess> accesses = scratch_accesses_;
  const auto memory_of = [&](bool writing) {
    const auto access = std::find_if(accesses.begin(), accesses.end(),
                                     [&](const MemoryAccess& candidate) { return writes(candidate.mode) == writing; });
    return access == accesses.end() ? MemoryKind::device : memory.addresses().memory(access->region);
  };
  const MemoryKind source = memory_of(false);
  const MemoryKind target = memory_of(true);
  Submission submission = Emitter::describe(operation, SubmissionKind::work, runs_on.axis, thread(operation).axis);

  // From pageable memory the call returns when the source is staged (CUDA programming guide, API
  // synchronisation behaviour): the host follows the read of the source, not the write.
  if (source == MemoryKind::pageable && target == MemoryKind::device && accesses.size() == 2) {
    submission.accesses = accesses.first(1);
    emit_on(runs_on, submission);
    waits_.clear();
    wait_on_host(operation, runs_on.newest(), EdgeReason::sync);
    waits_.clear();
    Submission landing = Emitter::describe(operation, SubmissionKind::work, runs_on.axis, thread(operation).axis);
    landing.accesses = accesses.last(1);
    emit_on(runs_on, landing);
    return {};
  }
  submission.accesses = accesses;
  emit_on(runs_on, submission);
  waits_.clear();
  // A synchronous copy from device to device does not block the host (definitions.md 5).
  const bool blocks = source != MemoryKind::device || target != MemoryKind::device;
  if (blocks && rules_.hold(Rule::synchronous_copy_blocks_host)) {
    wait_on_host(operation, runs_on.newest(), EdgeReason::sync);
  }
  return {};
}

void Device::Implementation::wait_on_host(const Operation& operation, const CompletionPoint& point, EdgeReason reason) {
  const Rule rule = reason == EdgeReason::observe ? Rule::observed_query_orders : Rule::host_sync_orders_later_work;
  const bool copy = operation.kind == OperationKind::copy;
  if (!copy && !rules_.hold(rule)) return;
  waits_.add(reason, point);
  host_wait(operation);
}

}  // namespace fencepost::model
