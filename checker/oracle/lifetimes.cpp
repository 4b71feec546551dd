#include <fencepost/checker/oracle/lifetimes.h>

#include <set>

namespace fencepost::checker::oracle {

std::vector<LifetimeFault> lifetime_faults(const SubmissionLog& log, std::span<const model::Generation> generations) {
  std::vector<LifetimeFault> faults;
  std::set<model::GenerationId> released;
  const auto stays_with_graph = [&](model::GenerationId generation) {
    return generation.index() < generations.size() && generations[generation.index()].graph_memory;
  };
  const auto check = [&](AccessKey key, const model::MemoryAccess& access) {
    const bool replayed = key.node != model::no_node;
    const bool gone = released.contains(access.generation) && !(replayed && stays_with_graph(access.generation));
    if (access.after_release || gone) {
      faults.push_back({key, access.generation, access.region, access.lo, access.hi});
    }
  };

  for (const model::Submission& submission : log.submissions()) {
    for (const model::MemoryAccess& access : submission.accesses) check({submission.execution, model::no_node}, access);
    if (submission.kind == model::SubmissionKind::hand_over) released.erase(submission.hand_over.generation);
    if (submission.kind == model::SubmissionKind::release) released.insert(submission.hand_over.generation);
    if (submission.kind != model::SubmissionKind::launch) continue;
    for (model::NodeIndex node = 0; node < submission.graph->nodes.size(); ++node) {
      for (const model::MemoryAccess& access : submission.graph->accesses_of(submission.graph->nodes[node])) {
        check({submission.execution, node}, access);
      }
    }
  }
  return faults;
}

}  // namespace fencepost::checker::oracle
