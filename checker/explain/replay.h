#pragma once

/// A schedule played once more, this time keeping everything.

#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/explain/call_log.h>
#include <fencepost/checker/explain/near_miss.h>
#include <fencepost/model/device.h>
#include <fencepost/model/generation.h>
#include <fencepost/model/rules.h>
#include <fencepost/traces/schedule.h>

#include <limits>
#include <optional>
#include <vector>

namespace fencepost::checker {

inline constexpr model::ExecutionId all_executions = std::numeric_limits<model::ExecutionId>::max();

/// What a play left behind. Immutable once made.
struct Replay {
  CauseGraph graph;
  CallLog log;
  std::vector<std::uint64_t> call_of_execution;  ///< the call number that submitted execution i + 1
  std::optional<model::ModelError> error;

  /// When and where `vertex` was called, for comparison with `other`. Two nodes of one launch were
  /// called when they were captured, others when they were launched.
  [[nodiscard]] CallSite call_site(CauseVertex vertex, CauseVertex other) const;
  /// The same, always at the time of the capture for a node of a launch.
  [[nodiscard]] CallSite captured_call_site(CauseVertex vertex) const;
};

/// Plays `schedule` on the model, up to the operation that submits execution `last`.
void replay(const Schedule& schedule, const model::Rules& rules, Replay& result,
            model::ExecutionId last = all_executions);

}  // namespace fencepost::checker
