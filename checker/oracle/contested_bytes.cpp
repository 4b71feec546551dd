#include <fencepost/checker/oracle/contested_bytes.h>

#include <map>
#include <set>
#include <span>

namespace fencepost::checker::oracle {

namespace {

struct ItemAccess {
  std::size_t item;
  const model::MemoryAccess* access;
};

std::vector<ItemAccess> all_accesses(const SubmissionLog& log, const QueueMachine& machine) {
  std::vector<ItemAccess> found;
  const auto add = [&](AccessKey key, std::span<const model::MemoryAccess> accesses) {
    if (accesses.empty()) return;
    const std::size_t item = machine.item_of(key);
    for (const model::MemoryAccess& access : accesses) found.push_back({item, &access});
  };
  for (const model::Submission& submission : log.submissions()) {
    add({submission.execution, model::no_node}, submission.accesses);
    if (submission.kind != model::SubmissionKind::launch) continue;
    for (model::NodeIndex node = 0; node < submission.graph->nodes.size(); ++node) {
      add({submission.execution, node}, submission.graph->accesses_of(submission.graph->nodes[node]));
    }
  }
  return found;
}

std::vector<Touch> touches_of(model::RegionId region, std::uint64_t byte, std::span<const ItemAccess> accesses) {
  std::map<std::size_t, Touch> touches;
  for (const auto& [item, access] : accesses) {
    if (access->region != region || byte < access->lo || byte >= access->hi) continue;
    Touch& touch = touches[item];
    touch.item = item;
    touch.observes |= access->mode == AccessMode::read || access->mode == AccessMode::update;
    touch.replaces |= access->mode == AccessMode::write || access->mode == AccessMode::update;
    touch.atomic |= access->mode == AccessMode::atomic;
  }
  std::vector<Touch> in_order;
  in_order.reserve(touches.size());
  for (const auto& [item, touch] : touches) in_order.push_back(touch);
  return in_order;
}

ItemSet hand_overs_of(model::RegionId region, std::uint64_t byte, const SubmissionLog& log,
                      const QueueMachine& machine) {
  ItemSet found;
  for (const model::Submission& submission : log.submissions()) {
    const model::HandOver& bytes = submission.hand_over;
    if (submission.kind != model::SubmissionKind::hand_over || bytes.discharged.empty()) continue;
    if (bytes.region != region || byte < bytes.lo || byte >= bytes.hi) continue;
    found.set(machine.item_of({submission.execution, model::no_node}));
  }
  return found;
}

}  // namespace

bool conflict(const Touch& a, const Touch& b) {
  return a.replaces || b.replaces || (a.atomic && b.observes) || (a.observes && b.atomic);
}

std::vector<ContestedBytes> contested_bytes(const SubmissionLog& log, const QueueMachine& machine) {
  const std::vector<ItemAccess> accesses = all_accesses(log, machine);
  std::map<model::RegionId, std::set<std::uint64_t>> borders;
  for (const auto& [item, access] : accesses) borders[access->region].insert({access->lo, access->hi});
  for (const model::Submission& submission : log.submissions()) {
    const model::HandOver& bytes = submission.hand_over;
    if (submission.kind == model::SubmissionKind::hand_over) borders[bytes.region].insert({bytes.lo, bytes.hi});
  }

  std::vector<ContestedBytes> contested;
  for (const auto& [region, cuts] : borders) {
    for (auto lo = cuts.begin(), hi = std::next(lo); hi != cuts.end(); lo = hi++) {
      std::vector<Touch> touches = touches_of(region, *lo, accesses);
      if (touches.size() < 2) continue;
      contested.push_back({region, *lo, *hi, std::move(touches), hand_overs_of(region, *lo, log, machine)});
    }
  }
  return contested;
}

}  // namespace fencepost::checker::oracle
