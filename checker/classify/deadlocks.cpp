#include <fencepost/checker/classify/bytes_in_dispute.h>
#include <fencepost/checker/classify/deadlocks.h>
#include <fencepost/checker/classify/sites.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

bool is_value_operation(OperationKind operation) {
  return operation == OperationKind::write_value || operation == OperationKind::wait_value;
}

}  // namespace

Deadlocks::Deadlocks(HazardLedger& ledger, const ClockEngine& engine, const LaunchLog& launches, const Tenures& tenures)
    : ledger_(ledger),
      engine_(engine),
      launches_(launches),
      tenures_(tenures),
      waits_([this](const model::MemoryAccess& bytes, std::uint64_t value) { return written_before(bytes, value); }) {}

void Deadlocks::graph_exists(const std::shared_ptr<const model::GraphPlan>& graph) {
  watching_ = watching_ || std::ranges::any_of(graph->nodes, [](const model::GraphNode& node) {
                return is_value_operation(node.operation);
              });
}

void Deadlocks::add(const model::Submission& submission) {
  if (!watching_ && !is_value_operation(submission.operation)) return;
  watching_ = watching_ || submission.operation == OperationKind::wait_value;
  if (!submission.accesses.empty() || submission.graph != nullptr) {
    origins_[submission.execution] = {engine_.newest_site(), submission.graph};
  }
  waits_.add(submission);
}

bool Deadlocks::written_before(const model::MemoryAccess& bytes, std::uint64_t value) const {
  return engine_.was_written(bytes, [&](OperationKind operation) {
    if (operation == OperationKind::fill) return value == 0;  // What a fill leaves is taken to be zero.
    return !is_value_operation(operation);
  });
}

Site Deadlocks::site_of(AccessKey key) const {
  const Origin& origin = origins_.at(key.execution);
  if (origin.graph != nullptr) return replayed_site(*origin.graph, key.node, launches_[key.execution]);
  return eager_site(engine_.sites()[origin.site], key.execution, AccessMode::atomic, {});
}

void Deadlocks::finish() {
  for (const ValueWaits::Stuck& stuck : waits_.stuck()) {
    Hazard hazard;
    hazard.slug = Slug::deadlock;
    hazard.question = Question::lifetime;
    hazard.second = site_of(stuck.wait);
    hazard.second.generation = stuck.bytes.generation;
    if (stuck.release) hazard.first = site_of(*stuck.release);
    hazard.first.generation = stuck.bytes.generation;
    describe_bytes(hazard, stuck.bytes.region, stuck.bytes.lo, stuck.bytes.hi, tenures_);
    ledger_.add(hazard);
  }
}

}  // namespace fencepost::checker
