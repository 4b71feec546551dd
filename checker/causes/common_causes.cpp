#include <fencepost/checker/causes/common_causes.h>

#include <queue>
#include <unordered_map>

namespace fencepost::checker {

namespace {

/// Walks two pasts at once, latest vertex first, and remembers whose past each vertex is in.
class CommonWalk {
 public:
  explicit CommonWalk(const CauseGraph& graph) : graph_(graph) {}

  void seed(std::span<const CauseVertex> vertices, unsigned side) {
    for (const CauseVertex vertex : vertices) {
      mark(vertex, side);
    }
  }

  std::vector<CauseVertex> run() {
    std::vector<CauseVertex> maximal;
    while (undominated_ > 0) {
      const CauseVertex vertex = pending_.top();
      pending_.pop();
      unsigned marks = marks_[vertex];
      undominated_ -= (marks & dominated) == 0 ? 1 : 0;
      if (marks == both) {
        maximal.push_back(vertex);
        marks |= dominated;
      }
      for (const Cause& cause : graph_.causes(vertex)) {
        mark(cause.vertex(), marks);
      }
    }
    return maximal;
  }

  static constexpr unsigned first_side = 1;
  static constexpr unsigned second_side = 2;

 private:
  static constexpr unsigned both = first_side | second_side;
  static constexpr unsigned dominated = 4;  // some later vertex is common already

  void mark(CauseVertex vertex, unsigned marks) {
    const auto [position, fresh] = marks_.try_emplace(vertex, 0U);
    const bool was_dominated = (position->second & dominated) != 0;
    position->second |= marks;
    const bool is_dominated = (position->second & dominated) != 0;
    if (fresh) {
      pending_.push(vertex);
      undominated_ += is_dominated ? 0 : 1;
    } else if (is_dominated && !was_dominated) {
      --undominated_;
    }
  }

  const CauseGraph& graph_;
  std::priority_queue<CauseVertex> pending_;
  std::unordered_map<CauseVertex, unsigned> marks_;
  std::size_t undominated_ = 0;  // of the pending vertices
};

}  // namespace

std::vector<CauseVertex> maximal_common_causes(const CauseGraph& graph, std::span<const CauseVertex> a,
                                               std::span<const CauseVertex> b) {
  CommonWalk walk(graph);
  walk.seed(a, CommonWalk::first_side);
  walk.seed(b, CommonWalk::second_side);
  return walk.run();
}

std::vector<CauseVertex> known_causes(const CauseGraph& graph, const model::CompletionPoint& point) {
  const CauseVertex waiting = graph.vertex_count() - 1;
  const CauseVertex vertex = graph.vertex_of(point.execution, point.node);
  if (vertex == no_vertex || vertex < waiting) {
    return vertex == no_vertex ? std::vector<CauseVertex>{} : std::vector{vertex};
  }
  const CauseVertex start = graph.start_of(point.execution);
  const model::GraphPlan& plan = *graph.plan_of(point.execution);
  std::vector<CauseVertex> result{start};
  std::vector<bool> seen(plan.nodes.size(), false);
  std::vector<model::NodeIndex> pending{point.node};
  while (!pending.empty()) {
    const model::NodeIndex node = pending.back();
    pending.pop_back();
    for (const model::NodeIndex predecessor : plan.predecessors_of(plan.nodes[node])) {
      if (seen[predecessor]) {
        continue;
      }
      seen[predecessor] = true;
      const CauseVertex earlier = start + 1 + predecessor;
      if (earlier < waiting) {
        result.push_back(earlier);
      } else {
        pending.push_back(predecessor);
      }
    }
  }
  return result;
}

}  // namespace fencepost::checker
