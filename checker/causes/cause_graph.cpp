#include <fencepost/checker/causes/cause_graph.h>
#include <fencepost/checker/causes/common_causes.h>

#include <algorithm>
#include <utility>

namespace fencepost::checker {

void CauseGraph::accept(const model::Submission& submission) {
  entries_.push_back({.first_vertex = static_cast<std::uint32_t>(vertex_count()),
                      .line = submission.line,
                      .launch = no_launch,
                      .label = submission.label,
                      .stream = submission.stream,
                      .thread = submission.thread,
                      .event = submission.event,
                      .submission = submission.kind,
                      .operation = submission.operation});
  begin_vertex();
  add_queue_causes(submission);
  add_waits(submission, model::no_node);
  if (submission.kind == model::SubmissionKind::launch) {
    add_nodes(submission);
  }
  Queue& queue = queue_of(submission.axis);
  if (submission.overlaps_from == 0) {
    std::swap(queue.before, queue.newest);
    queue.newest.clear();
  } else {
    overtaken_.emplace(vertex_count() - 1, queue.newest);
  }
  queue.newest.push_back(vertex_count() - 1);
}

CauseGraph::Queue& CauseGraph::queue_of(model::Axis axis) {
  if (queues_.size() <= axis.index()) queues_.resize(axis.index() + 1);
  return queues_[axis.index()];
}

CauseVertex CauseGraph::begin_vertex() {
  first_cause_.push_back(first_cause_.back());
  return vertex_count() - 1;
}

void CauseGraph::add_cause(CauseVertex cause, model::EdgeReason reason, EventId event) {
  const auto so_far = causes(vertex_count() - 1);
  const bool known = std::ranges::any_of(so_far, [cause](const Cause& other) { return other.vertex() == cause; });
  if (!known) {
    causes_.emplace_back(cause, reason, event);
    ++first_cause_.back();
  }
}

void CauseGraph::add_queue_causes(const model::Submission& submission) {
  const bool on_host = submission.axis == submission.issuer;
  const Queue& queue = queue_of(submission.axis);
  for (const CauseVertex previous : submission.overlaps_from != 0 ? queue.before : queue.newest) {
    add_cause(previous, on_host ? model::EdgeReason::issue : model::EdgeReason::stream);
  }
  if (on_host || !submission.issuer.exists()) return;
  for (const CauseVertex issued_after : queue_of(submission.issuer).newest) {
    add_cause(issued_after, model::EdgeReason::issue);
  }
}

void CauseGraph::add_waits(const model::Submission& submission, model::NodeIndex node) {
  for (const model::BoundWait& wait : submission.waits) {
    if (wait.node == node) {
      add_wait(wait);
    }
  }
}

void CauseGraph::add_wait(const model::BoundWait& wait) {
  if (wait.unbound_possible || wait.candidates.empty()) {
    return;
  }
  if (wait.candidates.size() == 1) {
    const CauseVertex only = vertex_of(wait.candidates.front());
    if (only < vertex_count() - 1) {
      add_cause(only, wait.reason, wait.event);
    }
    // Who waits for work that started early waits for what it overtook, too.
    if (const auto overtaken = overtaken_.find(only); overtaken != overtaken_.end()) {
      for (const CauseVertex each : overtaken->second) add_cause(each, wait.reason, wait.event);
    }
    return;
  }
  std::vector<CauseVertex> promised = known_causes(*this, wait.candidates.front());
  for (const model::CompletionPoint& candidate : wait.candidates.subspan(1)) {
    promised = maximal_common_causes(*this, promised, known_causes(*this, candidate));
  }
  for (const CauseVertex cause : promised) {
    add_cause(cause, wait.reason, wait.event);
  }
}

void CauseGraph::add_nodes(const model::Submission& submission) {
  const std::size_t executable = submission.executable.exists() ? submission.executable.index() : 0;
  if (launches_of_.size() <= executable) {
    launches_of_.resize(executable + 1, 0);
  }
  entries_.back().launch = static_cast<std::uint32_t>(launches_.size());
  launches_.push_back({submission.graph, submission.executable, ++launches_of_[executable]});

  const CauseVertex start = vertex_count() - 1;
  const model::GraphPlan& plan = *submission.graph;
  std::vector<bool> has_successor(plan.nodes.size(), false);
  for (model::NodeIndex index = 0; index < plan.nodes.size(); ++index) {
    begin_vertex();
    const auto predecessors = plan.predecessors_of(plan.nodes[index]);
    if (predecessors.empty()) {
      add_cause(start, model::EdgeReason::launch);
    }
    for (const model::NodeIndex predecessor : predecessors) {
      add_cause(start + 1 + predecessor, model::EdgeReason::dependency);
      has_successor[predecessor] = true;
    }
    add_waits(submission, index);
  }
  begin_vertex();
  if (plan.nodes.empty()) {
    add_cause(start, model::EdgeReason::launch);
  }
  for (model::NodeIndex index = 0; index < plan.nodes.size(); ++index) {
    if (!has_successor[index]) {
      add_cause(start + 1 + index, model::EdgeReason::launch);
    }
  }
}

CauseVertex CauseGraph::start_of(model::ExecutionId execution) const {
  return execution == 0 || execution > entries_.size() ? no_vertex : entries_[execution - 1].first_vertex;
}

CauseVertex CauseGraph::vertex_of(model::ExecutionId execution, model::NodeIndex node) const {
  const CauseVertex start = start_of(execution);
  if (start == no_vertex || entries_[execution - 1].launch == no_launch) {
    return start;
  }
  const std::size_t nodes = launches_[entries_[execution - 1].launch].plan->nodes.size();
  return start + 1 + (node == model::no_node ? nodes : node);
}

CauseVertex CauseGraph::vertex_of(const model::CompletionPoint& point) const {
  return vertex_of(point.execution, point.node);
}

const model::GraphPlan* CauseGraph::plan_of(model::ExecutionId execution) const {
  if (execution == 0 || execution > entries_.size() || entries_[execution - 1].launch == no_launch) {
    return nullptr;
  }
  return launches_[entries_[execution - 1].launch].plan.get();
}

const CauseGraph::Entry& CauseGraph::entry_of(CauseVertex vertex) const {
  const auto after = std::ranges::upper_bound(entries_, vertex, {}, &Entry::first_vertex);
  return *std::prev(after);
}

CausePoint CauseGraph::point(CauseVertex vertex) const {
  const Entry& entry = entry_of(vertex);
  CausePoint result;
  result.execution = static_cast<model::ExecutionId>(&entry - entries_.data()) + 1;
  result.submission = entry.submission;
  result.operation = entry.operation;
  result.line = entry.line;
  result.label = entry.label;
  result.stream = entry.stream;
  result.thread = entry.thread;
  result.event = entry.event;
  if (entry.launch == no_launch) {
    return result;
  }
  const Launch& launch = launches_[entry.launch];
  result.executable = launch.executable;
  result.launch_number = launch.number;
  result.launch_line = entry.line;
  result.launch_stream = entry.stream;
  result.graph = launch.plan->graph;
  const std::size_t offset = vertex - entry.first_vertex;
  if (offset == 0 || offset == launch.plan->nodes.size() + 1) {
    result.kind = offset == 0 ? CausePoint::Kind::launch_start : CausePoint::Kind::launch_end;
    return result;
  }
  const model::GraphNode& node = launch.plan->nodes[offset - 1];
  result.kind = CausePoint::Kind::launch_node;
  result.node = static_cast<model::NodeIndex>(offset - 1);
  result.node_kind = node.kind;
  result.library = node.library;
  result.operation = node.operation;
  result.line = node.line;
  result.label = node.label;
  result.stream = node.captured_on;
  result.thread = node.thread;
  result.event = node.event;
  return result;
}

std::vector<CauseVertex> CauseGraph::vertices_at(std::uint32_t line) const {
  std::vector<CauseVertex> result;
  for (const Entry& entry : entries_) {
    if (entry.launch == no_launch) {
      if (entry.line == line) {
        result.push_back(entry.first_vertex);
      }
      continue;
    }
    const model::GraphPlan& plan = *launches_[entry.launch].plan;
    for (std::size_t index = 0; index < plan.nodes.size(); ++index) {
      if (plan.nodes[index].line == line) {
        result.push_back(entry.first_vertex + 1 + index);
      }
    }
    if (entry.line == line) {
      result.push_back(entry.first_vertex + plan.nodes.size() + 1);
    }
  }
  return result;
}

}  // namespace fencepost::checker
