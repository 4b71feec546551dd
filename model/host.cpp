#include <fencepost/model/implementation.h>

namespace fencepost::model {

Outcome Device::Implementation::create_thread(const Operation& operation) {
  ThreadState& created = at(threads_, operation.other_thread());
  created = ThreadState{};
  created.axis = emitter_.new_axis();
  return {};
}

ExecutionId Device::Implementation::emit_host(Submission& submission) {
  submission.waits = waits_.waits();
  const ExecutionId execution = emitter_.emit(submission);
  threads_[submission.thread.index()].tail = execution;
  return execution;
}

void Device::Implementation::host_wait(const Operation& operation, EventId event) {
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::host_wait, axis, axis);
  submission.event = event;
  emit_host(submission);
}

CompletionPoint Device::Implementation::signal(const Operation& operation, SlotId slot) {
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::host_signal, axis, axis);
  submission.slot = slot.exists() ? slot : emitter_.new_slot();
  const ExecutionId execution = emit_host(submission);
  return {execution, no_node, submission.slot, axis};
}

Outcome Device::Implementation::host_access(const Operation& operation) {
  BufferId missing;
  const Axis axis = thread(operation).axis;
  Submission submission = Emitter::describe(operation, SubmissionKind::host_access, axis, axis);
  submission.accesses = memory.resolve(operation.accesses, missing);
  if (missing.exists()) return misuse(operation, "a buffer is used before it is allocated");
  emit_host(submission);
  return {};
}

Outcome Device::Implementation::start_thread(const Operation& operation) {
  const CompletionPoint point = signal(operation, SlotId::none());
  Submission begin = Emitter::describe(operation, SubmissionKind::host_wait, Axis::none(), Axis::none());
  begin.thread = operation.other_thread();
  begin.axis = begin.issuer = at(threads_, begin.thread).axis;
  waits_.clear();
  waits_.add(EdgeReason::thread, point);
  emit_host(begin);
  return {};
}

Outcome Device::Implementation::join_thread(const Operation& operation) {
  const ThreadState& joined = at(threads_, operation.other_thread());
  if (joined.tail == 0) return {};
  waits_.add(EdgeReason::thread, CompletionPoint{joined.tail, no_node, SlotId::none(), joined.axis});
  host_wait(operation);
  return {};
}

Outcome Device::Implementation::notify(const Operation& operation) {
  SignalState& notified = at(signals_, operation.signal());
  notified.newest = signal(operation, notified.newest.slot);
  return {};
}

Outcome Device::Implementation::await(const Operation& operation) {
  const SignalState& awaited = at(signals_, operation.signal());
  if (awaited.newest.execution == 0) {
    return misuse(operation, "this thread waits for a signal that nobody has given; put the `notify` before it");
  }
  waits_.add(EdgeReason::thread, awaited.newest);
  host_wait(operation);
  return {};
}

Outcome Device::Implementation::arrive(const Operation& operation) {
  BarrierState& barrier = at(barriers_, operation.barrier());
  barrier.arrived.push_back(operation.thread);
  barrier.points.push_back(signal(operation, SlotId::none()));
  if (barrier.arrived.size() < barrier.threads) return {};
  for (const ThreadId waiting : barrier.arrived) {
    waits_.clear();
    for (const CompletionPoint& point : barrier.points) waits_.add(EdgeReason::thread, point);
    Submission released = Emitter::describe(operation, SubmissionKind::host_wait, Axis::none(), Axis::none());
    released.thread = waiting;
    released.axis = released.issuer = threads_[waiting.index()].axis;
    emit_host(released);
  }
  for (const CompletionPoint& point : barrier.points) emitter_.free_slot(point.slot);
  barrier.arrived.clear();
  barrier.points.clear();
  return {};
}

Outcome Device::Implementation::lock(const Operation& operation) {
  const SignalState& mutex = at(mutexes_, operation.mutex());
  if (mutex.newest.execution == 0) return {};
  waits_.add(EdgeReason::thread, mutex.newest);
  host_wait(operation);
  return {};
}

Outcome Device::Implementation::unlock(const Operation& operation) {
  SignalState& mutex = at(mutexes_, operation.mutex());
  mutex.newest = signal(operation, mutex.newest.slot);
  return {};
}

}  // namespace fencepost::model
