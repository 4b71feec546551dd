#include <fencepost/runtime/cuda/script.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

/// A library's own state and the registration of a window are no bytes of a buffer.
bool holds_bytes(const model::Device& device, model::GenerationId generation) {
  return generation.exists() && !device.generations()[generation.index()].window.exists();
}

std::vector<Touch> resolve(const model::Device& device, std::span<const model::MemoryAccess> accesses) {
  std::vector<Touch> touches;
  touches.reserve(accesses.size());
  for (const model::MemoryAccess& access : accesses) {
    if (!holds_bytes(device, access.generation)) continue;
    const Address base = device.region_base(access.region);
    touches.push_back({{base + access.lo, base + access.hi}, access.mode});
  }
  return touches;
}

}  // namespace

bool touches_values(OperationKind kind) {
  return is_stream_work(kind) || kind == OperationKind::add_node || kind == OperationKind::host_access;
}

void Script::issue(const Operation& operation) {
  refusal_.reset();
  assumed_.clear();
  if (operation.kind == OperationKind::create_communicator) ranks_[operation.communicator()] = operation.detail->count;
  const AuthorKey key{ExecutableId::none(), operation.line, operation.label, operation.kind};
  if (is_collective(operation.kind)) ranks_of_work_[key] = ranks_[operation.detail->communicator];
}

std::uint64_t Script::ranks_of(std::uint32_t line, LabelId label, OperationKind kind) const {
  const auto found = ranks_of_work_.find(AuthorKey{ExecutableId::none(), line, label, kind});
  return found == ranks_of_work_.end() ? 0 : found->second;
}

const Script::NodeAuthors& Script::authors_of(const model::GraphPlan& plan, ExecutableId executable) {
  const auto [position, is_new] = node_authors_.try_emplace({&plan, executable});
  if (!is_new) return position->second;
  Occurrences occurrences;
  for (const model::GraphNode& node : plan.nodes) {
    AuthorId author = initial_contents;
    if (node.kind == model::NodeKind::work && !node.library && touches_values(node.operation)) {
      AuthorKey key = occurrences.next(node.line, node.label, node.operation);
      // A fill stores a pattern that its capture baked in, whatever executable runs it.
      if (node.operation != OperationKind::fill) key.executable = executable;
      author = authors_.intern(key);
    }
    position->second.push_back(author);
  }
  return position->second;
}

void Script::accept(const model::Submission& submission) {
  using model::SubmissionKind;
  if (submission.kind == SubmissionKind::hand_over) {
    for (const model::CompletionPoint& point : submission.hand_over.discharged) note_assumption(point);
  }
  if (land(submission)) return;
  Step step;
  step.kind = submission.operation;
  if (submission.kind == SubmissionKind::launch) {
    step.graph = submission.graph;
    step.executable = submission.executable;
    ++launches_[submission.executable];
  } else if ((submission.kind == SubmissionKind::work || submission.kind == SubmissionKind::host_access) &&
             touches_values(submission.operation)) {
    step.author = authors_.intern({ExecutableId::none(), submission.line, submission.label, submission.operation});
    step.ranks = ranks_of(submission.line, submission.label, submission.operation);
    step.accesses.assign(submission.accesses.begin(), submission.accesses.end());
  } else {
    return;
  }
  note_completion(submission, step);
  steps_.push_back(std::move(step));
}

bool Script::land(const model::Submission& submission) {
  if (submission.operation != OperationKind::copy || submission.accesses.size() != 1 || steps_.empty()) return false;
  if (submission.accesses[0].mode != AccessMode::write || steps_.back().accesses.size() != 1) return false;
  if (steps_.back().kind != OperationKind::copy) return false;
  steps_.back().accesses.push_back(submission.accesses[0]);
  return true;
}

void Script::note_completion(const model::Submission& submission, const Step& step) {
  Finished finished{submission.execution, {}};
  const auto count = [&](AuthorId author) { finished.progress.push_back({author, ++executions_[author]}); };
  if (!step.graph) count(step.author);
  if (step.graph) {
    for (const AuthorId author : authors_of(*step.graph, step.executable)) {
      if (author != initial_contents) count(author);
    }
  }
  finished_[submission.axis].push_back(std::move(finished));
}

void Script::note_assumption(const model::CompletionPoint& point) {
  const auto axis = finished_.find(point.axis);
  if (axis == finished_.end()) return;
  const auto after = std::ranges::upper_bound(axis->second, point.execution, {}, &Finished::execution);
  if (after == axis->second.begin()) return;
  const std::vector<Progress>& progress = std::prev(after)->progress;
  assumed_.insert(assumed_.end(), progress.begin(), progress.end());
}

void Script::accept(const model::RefusedCall& refused) { refusal_ = refused.refusal; }

void Script::accept(const std::shared_ptr<const model::GraphPlan>& /*graph*/) {
  // A graph matters when it is launched; the launch brings it along.
}

std::uint32_t Script::launches(ExecutableId executable) const {
  const auto found = launches_.find(executable);
  return found == launches_.end() ? 0 : found->second;
}

void Script::play(const model::Device& device, const std::function<void(const Effect&)>& visit) const {
  std::map<AuthorId, std::uint32_t> executions;
  const auto show = [&](AuthorId author, OperationKind kind, std::uint64_t ranks,
                        std::span<const model::MemoryAccess> accesses) {
    visit({author, executions[author]++, kind, ranks, resolve(device, accesses)});
  };
  for (const Step& step : steps_) {
    if (!step.graph) {
      show(step.author, step.kind, step.ranks, step.accesses);
      continue;
    }
    const NodeAuthors& node_authors = node_authors_.at({step.graph.get(), step.executable});
    for (std::size_t i = 0; i < step.graph->nodes.size(); ++i) {
      if (node_authors[i] == initial_contents) continue;
      const model::GraphNode& node = step.graph->nodes[i];
      show(node_authors[i], node.operation, ranks_of(node.line, node.label, node.operation),
           step.graph->accesses_of(node));
    }
  }
}

}  // namespace fencepost::cuda
