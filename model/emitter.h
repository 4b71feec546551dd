#pragma once

/// Numbers executions, axes and slots, and hands submissions to the sink.

#include <fencepost/model/rules.h>
#include <fencepost/model/submission.h>
#include <fencepost/traces/operation.h>

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

namespace fencepost::model {

/// Collects the bound waits of one submission. Candidates live in stable chunks until `clear`.
class WaitList {
 public:
  void clear();
  /// Adds a wait for any one of `candidates`.
  void add(EdgeReason reason, std::span<const CompletionPoint> candidates, EventId event = {}, NodeIndex node = no_node,
           bool unbound_possible = false);
  void add(EdgeReason reason, const CompletionPoint& only) { add(reason, std::span(&only, 1)); }
  [[nodiscard]] bool empty() const { return waits_.empty(); }
  /// Valid until the list changes.
  [[nodiscard]] std::span<const BoundWait> waits();

 private:
  struct Extent {
    std::size_t first, count;
  };
  std::vector<BoundWait> waits_;
  std::vector<Extent> extents_;
  std::vector<CompletionPoint> candidates_;
};

class Emitter {
 public:
  Emitter(SubmissionSink& sink, Rules rules) : sink_(sink), recycle_slots_(rules.all_hold()) {}

  Axis new_axis() { return Axis{axis_count_++}; }
  SlotId new_slot();
  /// Nobody will refer to the point kept in `slot` any more. Under a wrong rule slots are never
  /// reused, since a wrong rule may well refer to an old point.
  void free_slot(SlotId slot);

  /// The execution id that the next submission will get.
  [[nodiscard]] ExecutionId next() const { return newest_ + 1; }
  [[nodiscard]] ExecutionId newest() const { return newest_; }

  /// A submission of `operation`, issued by the thread whose axis is `issuer`; the caller fills in the rest.
  static Submission describe(const Operation& operation, SubmissionKind kind, Axis axis, Axis issuer);
  ExecutionId emit(Submission& submission);
  void emit(const RefusedCall& refused) { sink_.accept(refused); }
  void emit(const std::shared_ptr<const GraphPlan>& graph) { sink_.accept(graph); }

 private:
  SubmissionSink& sink_;
  bool recycle_slots_;
  ExecutionId newest_ = 0;
  std::uint32_t axis_count_ = 0;
  std::uint32_t slot_count_ = 0;
  std::vector<SlotId> free_slots_;
};

}  // namespace fencepost::model
