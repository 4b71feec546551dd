#include <fencepost/checker/causes/boost_graph.h>
#include <fencepost/checker/causes/paths.h>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <boost/pending/queue.hpp>

namespace fencepost::checker {

namespace {

/// Keeps a search inside the vertices from `lowest` on. Causes have smaller numbers than their
/// effects, so nothing below the vertex that is looked for can lead to it.
struct NotBelow {
  CauseVertex lowest = 0;
  bool operator()(const CauseEdge& edge) const { return edge.cause >= lowest; }
};

/// Colours for the vertices from `lowest` up to the start of a search, and no others.
class WindowColors {
 public:
  using key_type = CauseVertex;
  using value_type = boost::default_color_type;
  using reference = value_type;
  using category = boost::read_write_property_map_tag;

  WindowColors(std::vector<value_type>& colors, CauseVertex lowest) : colors_(&colors), lowest_(lowest) {}

  friend value_type get(const WindowColors& map, CauseVertex vertex) { return (*map.colors_)[vertex - map.lowest_]; }
  friend void put(const WindowColors& map, CauseVertex vertex, value_type color) {
    (*map.colors_)[vertex - map.lowest_] = color;
  }

 private:
  std::vector<value_type>* colors_;
  CauseVertex lowest_;
};

/// Remembers through which edge each vertex was found.
class FoundThrough : public boost::default_bfs_visitor {
 public:
  FoundThrough(std::vector<CauseEdge>& edges, CauseVertex lowest) : edges_(&edges), lowest_(lowest) {}

  template <class Graph>
  void tree_edge(const CauseEdge& edge, const Graph& /*graph*/) const {
    (*edges_)[edge.cause - lowest_] = edge;
  }

 private:
  std::vector<CauseEdge>* edges_;
  CauseVertex lowest_;
};

constexpr CauseEdge not_found{no_vertex, no_vertex, static_cast<std::size_t>(-1)};

/// For each vertex from `lowest` up to `from`: the edge through which a breadth-first search from
/// `from` first came to it, or `not_found`.
std::vector<CauseEdge> search_back(const CauseGraph& graph, CauseVertex from, CauseVertex lowest) {
  const std::size_t window = from - lowest + 1;
  std::vector<boost::default_color_type> colors(window, boost::white_color);
  std::vector<CauseEdge> found(window, not_found);
  const boost::filtered_graph<CauseGraph, NotBelow> recent(graph, NotBelow{lowest});
  boost::queue<CauseVertex> pending;
  boost::breadth_first_visit(recent, from, pending, FoundThrough(found, lowest), WindowColors(colors, lowest));
  return found;
}

}  // namespace

std::vector<PathStep> path(const CauseGraph& graph, CauseVertex a, CauseVertex b) {
  if (a >= b || b >= graph.vertex_count()) {
    return {};
  }
  const std::vector<CauseEdge> found = search_back(graph, b, a);
  if (found.front() == not_found) {
    return {};
  }
  std::vector<PathStep> steps{{a, model::EdgeReason::stream, EventId{}}};
  for (CauseVertex vertex = a; vertex != b;) {
    const CauseEdge& edge = found[vertex - a];
    const Cause& cause = graph.cause(edge.index);
    vertex = edge.effect;
    steps.push_back({vertex, cause.reason(), cause.event()});
  }
  return steps;
}

bool ordered(const CauseGraph& graph, CauseVertex a, CauseVertex b) {
  if (a >= b || b >= graph.vertex_count()) {
    return false;
  }
  std::vector<bool> before_b(b - a + 1, false);
  before_b.back() = true;
  for (CauseVertex vertex = b; vertex > a && !before_b.front(); --vertex) {
    if (!before_b[vertex - a]) {
      continue;
    }
    for (const Cause& cause : graph.causes(vertex)) {
      if (cause.vertex() >= a) {
        before_b[cause.vertex() - a] = true;
      }
    }
  }
  return before_b.front();
}

std::vector<CauseVertex> past_of(const CauseGraph& graph, CauseVertex vertex, CauseVertex lowest) {
  std::vector<CauseVertex> result;
  if (lowest > vertex) {
    return result;
  }
  const std::vector<CauseEdge> found = search_back(graph, vertex, lowest);
  for (CauseVertex earlier = lowest; earlier < vertex; ++earlier) {
    if (!(found[earlier - lowest] == not_found)) {
      result.push_back(earlier);
    }
  }
  return result;
}

}  // namespace fencepost::checker
