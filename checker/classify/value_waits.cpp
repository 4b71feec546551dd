#include <fencepost/checker/classify/value_waits.h>

#include <algorithm>

namespace fencepost::checker {

std::size_t ValueWaits::add_step(const model::Submission& submission, model::NodeIndex node) {
  const std::size_t index = steps_.size();
  Step& step = steps_.emplace_back();
  step.key = {submission.execution, node};
  for (const model::BoundWait& wait : submission.waits) {
    if (wait.node != node || wait.unbound_possible || wait.candidates.empty()) continue;
    std::vector<AccessKey>& any = step.after_any.emplace_back();
    for (const model::CompletionPoint& point : wait.candidates) any.push_back({point.execution, point.node});
  }
  return index;
}

void ValueWaits::add(const model::Submission& submission) {
  const std::size_t start = add_step(submission, model::no_node);
  for (const model::Axis queue : {submission.axis, submission.issuer}) {
    const auto before = newest_.find(queue);
    if (before != newest_.end()) steps_[start].after.push_back(before->second);
  }
  note_accesses(start, submission.operation, submission.value, submission.accesses);
  if (submission.kind == model::SubmissionKind::launch) add_launch(submission, start);
  step_of_[{submission.execution, model::no_node}] = steps_.size() - 1;
  newest_[submission.axis] = steps_.size() - 1;
}

void ValueWaits::add_launch(const model::Submission& launch, std::size_t start) {
  const model::GraphPlan& plan = *launch.graph;
  std::vector<std::size_t> all{start};
  for (model::NodeIndex index = 0; index < plan.nodes.size(); ++index) {
    const model::GraphNode& node = plan.nodes[index];
    const std::size_t step = add_step(launch, index);
    step_of_[{launch.execution, index}] = step;
    steps_[step].after.push_back(start);
    for (const model::NodeIndex before : plan.predecessors_of(node)) steps_[step].after.push_back(all[before + 1]);
    note_accesses(step, node.operation, node.value, plan.accesses_of(node));
    all.push_back(step);
  }
  steps_.emplace_back().key = {launch.execution, model::no_node};
  steps_.back().after = std::move(all);
}

void ValueWaits::note_accesses(std::size_t step, OperationKind operation, std::uint64_t value,
                               std::span<const model::MemoryAccess> accesses) {
  if (operation == OperationKind::wait_value) {
    steps_[step].waits_for = accesses.front();
    steps_[step].value = value;
    steps_[step].already_holds = may_hold_(accesses.front(), value);
    return;
  }
  for (const model::MemoryAccess& access : accesses) {
    if (!writes(access.mode)) continue;
    std::optional<std::uint64_t> left;
    if (operation == OperationKind::write_value) left = value;
    if (operation == OperationKind::fill) left = 0;
    writes_.push_back({step, access, left});
  }
}

bool ValueWaits::has_run(AccessKey key, const std::vector<bool>& ran) const {
  const auto known = step_of_.find(key);
  return known == step_of_.end() || ran[known->second];
}

bool ValueWaits::follows_only(const Step& step, const std::vector<bool>& ran) const {
  return std::ranges::all_of(step.after, [&](std::size_t before) { return ran[before]; }) &&
         std::ranges::all_of(step.after_any, [&](const std::vector<AccessKey>& any) {
           return std::ranges::any_of(any, [&](AccessKey key) { return has_run(key, ran); });
         });
}

bool ValueWaits::releases(const Write& write, const Step& step) {
  const model::MemoryAccess& bytes = *step.waits_for;
  return write.bytes.region == bytes.region && write.bytes.lo < bytes.hi && bytes.lo < write.bytes.hi &&
         write.value.value_or(step.value) == step.value;
}

bool ValueWaits::is_released(const Step& step, const std::vector<bool>& ran) const {
  return step.already_holds ||
         std::ranges::any_of(writes_, [&](const Write& write) { return ran[write.step] && releases(write, step); });
}

std::vector<bool> ValueWaits::reachable() const {
  std::vector<bool> ran(steps_.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (ran[i] || !follows_only(steps_[i], ran)) continue;
      if (steps_[i].waits_for && !is_released(steps_[i], ran)) continue;
      ran[i] = true;
      changed = true;
    }
  }
  return ran;
}

std::vector<ValueWaits::Stuck> ValueWaits::stuck() const {
  std::vector<Stuck> found;
  const std::vector<bool> ran = reachable();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (ran[i] || !step.waits_for || !follows_only(step, ran)) continue;
    Stuck& wait = found.emplace_back(Stuck{step.key, *step.waits_for, std::nullopt});
    const auto release = std::ranges::find_if(writes_, [&](const Write& write) { return releases(write, step); });
    if (release != writes_.end()) wait.release = steps_[release->step].key;
  }
  return found;
}

}  // namespace fencepost::checker
