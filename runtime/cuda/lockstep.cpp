#include <fencepost/runtime/cuda/lockstep.h>

namespace fencepost::cuda {

LockstepResult play_in_lockstep(const Prepared& prepared, fencepost::Device& card, const LockstepHooks& hooks) {
  LockstepResult result;
  for (std::size_t i = 0; i < prepared.steps().size(); ++i) {
    const PreparedStep& step = prepared.steps()[i];
    if (!step.on_card) continue;
    if (hooks.before_step) hooks.before_step(step);
    if (!step.assumed.empty() && hooks.await && !hooks.await(step.assumed)) {
      result.timed_out = true;
      return result;
    }
    const Operation operation = prepared.operations()[i];
    const Outcome outcome = card.submit(operation);
    ++result.calls;
    if (hooks.stop && hooks.stop()) return result;
    if (!step.model.possible.contains(outcome.status)) {
      result.difference = Difference{i, operation.line, operation.kind, outcome.status, step.model.possible};
      return result;
    }
  }
  return result;
}

}  // namespace fencepost::cuda
