#pragma once

/// The order that a schedule promises, computed plainly: two engines that share nothing but this
/// interface. They expand every node of every launch and forget nothing, so they suit schedules of
/// up to some thousand executions.
///
/// Both solve the same equations. What is ordered before an execution is: everything ordered
/// before or equal to the tail of its queue, to the last thing its host thread did, and for each
/// wait that must be satisfied, everything that all of its candidates agree on (definitions.md 2). Where
/// a candidate lies in the same launch the equations refer to each other, and the greatest
/// solution is meant: something is ordered before an execution when that cannot run without it.

#include <fencepost/checker/race_pair.h>
#include <fencepost/checker/reference/submission_log.h>

#include <memory>
#include <span>

namespace fencepost::checker::reference {

class HappensBefore {
 public:
  HappensBefore() = default;
  HappensBefore(const HappensBefore&) = delete;
  HappensBefore& operator=(const HappensBefore&) = delete;
  virtual ~HappensBefore() = default;

  /// Whether `earlier` completes before `later` starts in every legal order. REQUIRES: `earlier`
  /// is the smaller key; both are executions or nodes of the log.
  [[nodiscard]] virtual bool ordered(AccessKey earlier, AccessKey later) const = 0;
};

/// An engine: the order of `log` when each hand-over in `guarded` (sorted) also waits for the
/// completions that its pool saw. The log must outlive the result.
using Engine = std::unique_ptr<HappensBefore> (*)(const SubmissionLog& log,
                                                  std::span<const model::ExecutionId> guarded);

/// Full vectors: one component for each queue and for each node of each launch.
std::unique_ptr<HappensBefore> vector_order(const SubmissionLog& log, std::span<const model::ExecutionId> guarded);

/// A Boost.Graph of all executions and nodes, closed transitively over bit sets of ancestors.
std::unique_ptr<HappensBefore> closure_order(const SubmissionLog& log, std::span<const model::ExecutionId> guarded);

}  // namespace fencepost::checker::reference
