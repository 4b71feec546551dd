#include <fencepost/runtime/gtp/module_warm_up.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fencepost::gtp {

ModuleWarmUp::ModuleWarmUp(Execution& execution, Machinery& machinery, std::vector<Weight*> own)
    : machinery_(machinery) {
  std::vector<Weight*> touched = std::move(own);
  for (std::size_t index = 0, count = touched.size(); index < count; ++index) {
    for (const auto neighbour : {touched[index]->next, touched[index]->previous}) {
      if (neighbour) touched.push_back(&machinery.weights[*neighbour]);
    }
  }
  std::ranges::sort(touched, {}, [](const Weight* weight) { return weight->index; });
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (Weight* weight : touched) {
    const std::string name = fmt::format("snapshot.{}", weight->name);
    const BufferHandle snapshot = execution.calls.allocate(name, weight->main_grad.size, execution.compute);
    execution.calls.copy(fmt::format("save.{}", weight->name), execution.compute, weight->main_grad, snapshot);
    Saved saved{weight, snapshot, weight->uses, weight->additions, weight->already_finalized, {}};
    for (std::size_t direction = 0; direction < direction_count; ++direction) {
      saved.drained[direction] = std::exchange(weight->gathers[direction].drained, false);
    }
    saved_.push_back(saved);
  }
}

void ModuleWarmUp::finish(Execution& execution) const {
  for (const Saved& saved : saved_) {
    for (const Direction direction : {Direction::forward, Direction::backward, Direction::recompute}) {
      machinery_.all_gather.discard(execution, *saved.weight, direction);
    }
    machinery_.drain.finalize(execution, *saved.weight);
  }
}

void ModuleWarmUp::restore(Execution& execution) const {
  for (const Saved& saved : saved_) {
    Weight& weight = *saved.weight;
    weight.uses = saved.uses;
    weight.already_finalized = saved.already_finalized;
    for (std::size_t direction = 0; direction < direction_count; ++direction) {
      weight.gathers[direction].drained = saved.drained[direction];
      // The warm-up has passed the buffer on; it is the prefetching graph's again.
      if (saved.drained[direction])
        machinery_.cache.get(execution, *weight.gathers[direction].ticket, execution.compute);
    }
    if (execution.holds(Rule::warm_up_restores_gradients)) {
      execution.calls.copy(fmt::format("restore.{}", weight.name), execution.compute, saved.snapshot, weight.main_grad);
      weight.additions = saved.additions;
    }
    execution.calls.release(saved.snapshot);
  }
}

}  // namespace fencepost::gtp
