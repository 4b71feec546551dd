#include <fencepost/checker/reference/happens_before.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <boost/dynamic_bitset.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/range/iterator_range.hpp>

namespace fencepost::checker::reference {

namespace {

/// What a vertex needs of the vertices that have an edge to it.
enum class Needs : bool { all, any };

struct Vertex {
  Needs needs = Needs::all;
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS, Vertex>;
using VertexId = boost::graph_traits<Graph>::vertex_descriptor;
using VertexSet = boost::dynamic_bitset<>;

/// Vertices are executions, nodes, starts of launches, and one for every wait.
class CauseGraph {
 public:
  CauseGraph(const SubmissionLog& log, std::span<const model::ExecutionId> guarded) {
    for (const model::Submission& submission : log.submissions()) {
      add(submission, std::ranges::binary_search(guarded, submission.execution));
    }
  }

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] VertexId vertex(AccessKey key) const { return vertices_.at(key); }

 private:
  /// The end of a queue: its newest execution with those it may have overtaken, and where they begin.
  struct Queue {
    std::vector<VertexId> begins, newest;
  };

  [[nodiscard]] VertexId completion(const model::CompletionPoint& point) const {
    return completions_.at({point.execution, point.node});
  }

  void add(const model::Submission& submission, bool guarded) {
    const AccessKey key{submission.execution, model::no_node};
    const VertexId begin = add_vertex({}, graph_);
    const VertexId first = add_vertex({}, graph_);
    add_edge(begin, first, graph_);
    Queue& queue = queues_[submission.axis];
    const bool early = submission.overlaps_from != 0;
    for (const VertexId before : early ? queue.begins : queue.newest) add_edge(before, begin, graph_);
    for (const VertexId before : queues_[submission.issuer].newest) add_edge(before, begin, graph_);
    const bool is_launch = submission.kind == model::SubmissionKind::launch;
    const VertexId last = is_launch ? add_nodes(submission, first) : first;
    vertices_[key] = last;
    completions_[key] = last;
    bind(submission, model::no_node, begin);
    if (guarded) {
      for (const model::CompletionPoint& point : submission.hand_over.discharged) {
        if (point.execution != 0) add_edge(completion(point), begin, graph_);
      }
    }
    if (!early) queue = {};
    queue.begins.push_back(begin);
    queue.newest.push_back(last);
    if (early) completions_[key] = end_of(queue);
  }

  /// What completes with everything at the end of a queue.
  VertexId end_of(const Queue& queue) {
    const VertexId end = add_vertex({}, graph_);
    for (const VertexId each : queue.newest) add_edge(each, end, graph_);
    return end;
  }

  VertexId add_nodes(const model::Submission& launch, VertexId start) {
    const model::GraphPlan& plan = *launch.graph;
    const auto node_count = static_cast<model::NodeIndex>(plan.nodes.size());
    for (model::NodeIndex node = 0; node < node_count; ++node) {
      vertices_[{launch.execution, node}] = add_vertex({}, graph_);
      completions_[{launch.execution, node}] = vertices_[{launch.execution, node}];
    }
    const VertexId end = add_vertex({}, graph_);
    add_edge(start, end, graph_);
    for (model::NodeIndex node = 0; node < node_count; ++node) {
      const VertexId here = vertex({launch.execution, node});
      add_edge(start, here, graph_);
      add_edge(here, end, graph_);
      for (const model::NodeIndex predecessor : plan.predecessors_of(plan.nodes[node])) {
        add_edge(vertex({launch.execution, predecessor}), here, graph_);
      }
      bind(launch, node, here);
    }
    return end;
  }

  void bind(const model::Submission& submission, model::NodeIndex node, VertexId waiting) {
    for (const model::BoundWait& wait : submission.waits) {
      if (wait.node != node || wait.unbound_possible || wait.candidates.empty()) continue;
      const auto nothing = [](const model::CompletionPoint& point) { return point.execution == 0; };
      if (std::ranges::any_of(wait.candidates, nothing)) continue;
      const VertexId choice = add_vertex({Needs::any}, graph_);
      for (const model::CompletionPoint& point : wait.candidates) {
        add_edge(completion(point), choice, graph_);
      }
      add_edge(choice, waiting, graph_);
    }
  }

  Graph graph_;
  std::map<AccessKey, VertexId> vertices_;
  std::map<AccessKey, VertexId> completions_;
  std::map<model::Axis, Queue> queues_;
};

VertexSet ancestors_now(const Graph& graph, VertexId vertex, const std::vector<VertexSet>& known) {
  const bool any = graph[vertex].needs == Needs::any;
  VertexSet ancestors(num_vertices(graph));
  if (any) ancestors.set();
  for (const auto& edge : boost::make_iterator_range(in_edges(vertex, graph))) {
    VertexSet above = known[source(edge, graph)];
    above.set(source(edge, graph));
    if (any) {
      ancestors &= above;
    } else {
      ancestors |= above;
    }
  }
  return ancestors;
}

/// The largest solution: starts from "everything is an ancestor of everything" and strikes out
/// until nothing changes.
std::vector<VertexSet> close(const Graph& graph) {
  std::vector<VertexSet> ancestors(num_vertices(graph), VertexSet(num_vertices(graph)).set());
  for (bool changed = true; changed;) {
    changed = false;
    for (const VertexId vertex : boost::make_iterator_range(vertices(graph))) {
      VertexSet now = ancestors_now(graph, vertex, ancestors);
      if (now == ancestors[vertex]) continue;
      ancestors[vertex] = std::move(now);
      changed = true;
    }
  }
  return ancestors;
}

class ClosureOrder final : public HappensBefore {
 public:
  ClosureOrder(const SubmissionLog& log, std::span<const model::ExecutionId> guarded)
      : causes_(log, guarded), ancestors_(close(causes_.graph())) {}

  [[nodiscard]] bool ordered(AccessKey earlier, AccessKey later) const override {
    return ancestors_[causes_.vertex(later)].test(causes_.vertex(earlier));
  }

 private:
  CauseGraph causes_;
  std::vector<VertexSet> ancestors_;
};

}  // namespace

std::unique_ptr<HappensBefore> closure_order(const SubmissionLog& log, std::span<const model::ExecutionId> guarded) {
  return std::make_unique<ClosureOrder>(log, guarded);
}

}  // namespace fencepost::checker::reference
