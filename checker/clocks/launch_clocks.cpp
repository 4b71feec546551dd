#include <fencepost/checker/clocks/launch_clocks.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

// The first scratch rows are for sums and for candidates; the waits of a launch have the others.
constexpr std::size_t gathered = 0;
constexpr std::size_t candidate_row = 1;
constexpr std::size_t before_row = 2;
constexpr std::size_t first_port_row = 3;

}  // namespace

Row LaunchClocks::scratch(std::size_t index) {
  while (scratch_.size() <= index) scratch_.push_back(clocks_.rows().add_row());
  return scratch_[index];
}

void LaunchClocks::enter(const model::Submission& launch, const GraphPorts& ports, const OuterClocks::Start& start) {
  ports_ = &ports;
  start_ = start;
  learning_.clear();
  for (const model::BoundWait& wait : launch.waits) {
    if (wait.node != model::no_node) add_port(launch, wait);
  }
  bool changed = !learning_.empty();
  while (changed) {
    changed = false;
    for (LearningPort& learner : learning_) changed |= narrow(learner, launch.execution);
  }
  // What no candidate bounds from above was never promised.
  std::erase_if(learning_, [](const LearningPort& learner) { return !learner.bound; });
}

void LaunchClocks::add_port(const model::Submission& launch, const model::BoundWait& wait) {
  if (wait.unbound_possible || wait.candidates.empty()) return;
  const auto outside = [&](const model::CompletionPoint& point) { return point.execution != launch.execution; };
  const auto known = [&](const model::CompletionPoint& point) {
    return outside(point) && clocks_.covers(start_.row, point);
  };
  if (std::any_of(wait.candidates.begin(), wait.candidates.end(), known)) return;

  ClockRows& rows = clocks_.rows();
  LearningPort learner{ports_->wait_port(wait.node), scratch(first_port_row + learning_.size()), false, &wait};
  for (const model::CompletionPoint& point : wait.candidates) {
    if (!outside(point)) continue;
    const OuterClocks::Source source = clocks_.source(point);
    const Row target = learner.bound ? scratch(candidate_row) : learner.row;
    rows.assign(target, source.row);
    if (source.column != no_column) rows.raise(target, source.column, source.tick);
    if (learner.bound) clocks_.meet(learner.row, target);
    learner.bound = true;
  }
  if (learner.bound) rows.join(learner.row, start_.row);
  learning_.push_back(learner);
}

bool LaunchClocks::narrow(LearningPort& learner, model::ExecutionId launch) {
  const Row before = scratch(before_row);
  const bool was_bound = learner.bound;
  clocks_.rows().assign(before, learner.row);
  for (const model::CompletionPoint& point : learner.wait->candidates) {
    if (point.execution != launch) continue;
    const Row record = scratch(gathered);
    gather(record, point.node);
    if (learner.bound) {
      clocks_.meet(learner.row, record);
    } else {
      clocks_.rows().assign(learner.row, record);
      learner.bound = true;
    }
  }
  return learner.bound != was_bound || !clocks_.rows().equal(before, learner.row);
}

void LaunchClocks::gather(Row into, model::NodeIndex node) {
  clocks_.rows().assign(into, start_.row);
  for (const LearningPort& learner : learning_) {
    if (learner.bound && ports_->enters(learner.port, node)) clocks_.rows().join(into, learner.row);
  }
}

Tick LaunchClocks::at(model::NodeIndex node, Column column) const {
  const ClockRows& rows = clocks_.rows();
  Tick latest = rows[start_.row][column];
  for (const LearningPort& learner : learning_) {
    if (ports_->enters(learner.port, node)) latest = std::max(latest, rows[learner.row][column]);
  }
  return latest;
}

void LaunchClocks::leave(const model::GraphPlan& plan, Tick tick) {
  for (std::uint32_t port = 0; port < ports_->records().size(); ++port) {
    const model::NodeIndex node = ports_->records()[port];
    if (!plan.nodes[node].slot.exists()) continue;
    Row row = start_.row;
    if (!learning_.empty()) {
      row = scratch(gathered);
      gather(row, node);
    }
    clocks_.fill_record_slot(plan.nodes[node].slot, row, start_.column, port, tick);
  }
  for (const LearningPort& learner : learning_) clocks_.rows().join(start_.row, learner.row);
}

}  // namespace fencepost::checker
