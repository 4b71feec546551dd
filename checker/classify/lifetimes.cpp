#include <fencepost/checker/classify/bytes_in_dispute.h>
#include <fencepost/checker/classify/lifetimes.h>
#include <fencepost/checker/classify/sites.h>

namespace fencepost::checker {

namespace {

Site release_site(const model::Generation& tenure, model::GenerationId generation) {
  Site site;
  site.line = tenure.release_line;
  site.operation = OperationKind::release;
  site.phase = Phase::host;
  site.execution = tenure.released_at;
  site.generation = generation;
  return site;
}

}  // namespace

void Lifetimes::add_hand_over(const model::Submission& submission) {
  ++changes_;
  const model::HandOver& given = submission.hand_over;
  if (tenures_[given.generation].capture.exists()) return;
  if (given.region.index() >= eager_owners_.size()) eager_owners_.resize(given.region.index() + 1);
  auto& owners = eager_owners_[given.region.index()];
  owners.visit(given.lo, given.hi,
               [&](std::uint64_t, std::uint64_t, model::GenerationId& owner) { owner = given.generation; });
  owners.coalesce(given.lo, given.hi);
}

bool Lifetimes::handed_to_eager(const model::Generation& tenure) const {
  if (tenure.region.index() >= eager_owners_.size()) return false;
  bool found = false;
  eager_owners_[tenure.region.index()].look(
      tenure.lo, tenure.hi, [&](std::uint64_t, std::uint64_t, model::GenerationId owner) {
        found |= owner.exists() && tenures_[owner].allocated_at > tenure.released_at;
      });
  return found;
}

LifetimeCase Lifetimes::replay_case(model::GenerationId generation) const {
  const model::Generation& tenure = tenures_[generation];
  return life_in_replay(tenure, handed_to_eager(tenure));
}

void Lifetimes::add_launch(const GraphSummary& graph, const LaunchRecord& launch) {
  Watched& watched = watched_[keys_[graph.plan()]];
  if (!watched.looked || watched.changes_seen != changes_) {
    look(watched, graph, launch);
  } else {
    for (const GraphTensor& again : watched.found) ++pending_.at(again).occurrences;
  }
}

void Lifetimes::look(Watched& watched, const GraphSummary& graph, const LaunchRecord& launch) {
  watched.looked = true;
  watched.changes_seen = changes_;
  watched.found.clear();
  for (const UsedGeneration& used : graph.generations()) {
    const model::Generation& tenure = tenures_[used.generation];
    if (!tenures_.over(used.generation, launch.execution)) continue;
    const auto slug = decide(replay_case(used.generation));
    if (!slug) continue;
    const GraphTensor key{keys_[graph.plan()], used.generation};
    watched.found.push_back(key);
    const auto known = pending_.find(key);
    if (known != pending_.end()) {
      ++known->second.occurrences;
      continue;
    }
    Hazard hazard;
    hazard.slug = *slug;
    hazard.question = Question::lifetime;
    hazard.first = captured_site(graph.plan(), used.node, used.mode, used.generation);
    hazard.second = launch_site(launch, graph.plan().graph);
    hazard.second.generation = used.generation;
    describe_bytes(hazard, tenure.region, tenure.lo, tenure.hi, tenures_);
    hazard.release_line = tenure.release_line;
    pending_.emplace(key, hazard);
  }
}

void Lifetimes::add_late_access(const Site& access, const model::MemoryAccess& bytes) {
  Hazard hazard;
  LifetimeCase late;
  late.named_after_release = true;
  hazard.slug = *decide(late);
  hazard.question = Question::lifetime;
  hazard.first = release_site(tenures_[bytes.generation], bytes.generation);
  hazard.second = access;
  describe_bytes(hazard, bytes.region, bytes.lo, bytes.hi, tenures_);
  hazard.release_line = hazard.first.line;
  ledger_.add(hazard);
}

void Lifetimes::finish() {
  for (const auto& [key, hazard] : pending_) {
    if (!disputed_.contains(key)) ledger_.add(hazard);
  }
}

}  // namespace fencepost::checker
