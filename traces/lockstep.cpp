#include <fencepost/traces/lockstep.h>

namespace fencepost {

Outcome Lockstep::submit(const Operation& operation) {
  const Outcome expected = expected_.submit(operation);
  const Outcome actual = actual_.submit(operation);
  const std::size_t index = submitted_++;
  if (stopped_) return actual;
  if (!expected.possible.contains(actual.status)) {
    differences_.push_back({index, operation.line, operation.kind, actual.status, expected.possible});
  }
  stopped_ = is_sticky(actual.status);
  return actual;
}

}  // namespace fencepost
