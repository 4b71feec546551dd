#include <fencepost/model/emitter.h>

namespace fencepost::model {

void WaitList::clear() {
  waits_.clear();
  extents_.clear();
  candidates_.clear();
}

void WaitList::add(EdgeReason reason, std::span<const CompletionPoint> candidates, EventId event, NodeIndex node,
                   bool unbound_possible) {
  extents_.push_back({candidates_.size(), candidates.size()});
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  BoundWait wait;
  wait.node = node;
  wait.reason = reason;
  wait.event = event;
  wait.unbound_possible = unbound_possible;
  waits_.push_back(wait);
}

std::span<const BoundWait> WaitList::waits() {
  for (std::size_t i = 0; i < waits_.size(); ++i) {
    waits_[i].candidates = std::span(candidates_).subspan(extents_[i].first, extents_[i].count);
  }
  return waits_;
}

SlotId Emitter::new_slot() {
  if (free_slots_.empty()) return SlotId{slot_count_++};
  const SlotId slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Emitter::free_slot(SlotId slot) {
  if (recycle_slots_ && slot.exists()) free_slots_.push_back(slot);
}

Submission Emitter::describe(const Operation& operation, SubmissionKind kind, Axis axis, Axis issuer) {
  Submission submission;
  submission.kind = kind;
  submission.operation = operation.kind;
  submission.axis = axis;
  submission.issuer = issuer;
  submission.stream = operation.stream;
  submission.thread = operation.thread;
  submission.line = operation.line;
  submission.label = operation.label;
  return submission;
}

ExecutionId Emitter::emit(Submission& submission) {
  submission.execution = ++newest_;
  sink_.accept(submission);
  return newest_;
}

}  // namespace fencepost::model
