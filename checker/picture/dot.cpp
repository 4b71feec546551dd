#include <fencepost/checker/causes/boost_graph.h>
#include <fencepost/checker/explain/replay.h>
#include <fencepost/checker/picture/dot.h>
#include <fencepost/checker/picture/lane_layout.h>
#include <fencepost/checker/picture/point_label.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/transitive_reduction.hpp>
#include <fmt/format.h>

namespace fencepost::checker {

namespace {

using Reduced = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
    }
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

/// The edges that no other path implies, sorted by cause and effect.
std::vector<CauseEdge> reduced_edges(const CauseGraph& graph) {
  Reduced reduced;
  std::vector<CauseVertex> place(graph.vertex_count());
  const auto index = get(boost::vertex_index, graph);
  boost::transitive_reduction(graph, reduced, boost::make_iterator_property_map(place.begin(), index), index);
  std::vector<CauseEdge> result;
  const auto [begin, end] = edges(graph);
  std::copy_if(begin, end, std::back_inserter(result), [&](const CauseEdge& edge) {
    return boost::edge(place[edge.effect], place[edge.cause], reduced).second;
  });
  std::ranges::sort(result, {}, [](const CauseEdge& edge) { return std::pair(edge.cause, edge.effect); });
  return result;
}

/// Declarations that only other declarations precede: they order nothing and are not drawn.
std::vector<bool> bare_declarations(const CauseGraph& graph) {
  std::vector<bool> bare(graph.vertex_count(), false);
  for (CauseVertex vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    bare[vertex] =
        is_declaration(graph.point(vertex)) &&
        std::ranges::all_of(graph.causes(vertex), [&bare](const Cause& cause) { return bare[cause.vertex()]; });
  }
  return bare;
}

void write_vertices(std::ostream& out, const CauseGraph& graph, const Names& names, const std::vector<bool>& bare) {
  for (CauseVertex vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    if (bare[vertex]) {
      continue;
    }
    const CausePoint point = graph.point(vertex);
    const Lane lane = lane_of(point);
    const std::string_view place = lane.stream.exists() ? names[lane.stream] : names[lane.thread];
    const std::string_view shape = point.kind == CausePoint::Kind::launch_node ? "ellipse" : "box";
    out << fmt::format("  v{} [shape={}, label=\"{}: {}\\n{}\"];\n", vertex, shape, point.line,
                       escaped(point_label(point, names)), escaped(place));
  }
}

void write_hazards(std::ostream& out, const CauseGraph& graph, const Report& report) {
  for (const Hazard& hazard : report.hazards) {
    const CauseVertex first = graph.vertex_of(hazard.first.execution, hazard.first.node);
    const CauseVertex second = graph.vertex_of(hazard.second.execution, hazard.second.node);
    if (first != no_vertex && second != no_vertex && first != second) {
      out << fmt::format("  v{} -> v{} [dir=none, color=red, fontcolor=red, constraint=false, label=\"{}\"];\n", first,
                         second, name(hazard.slug));
    }
  }
}

}  // namespace

bool write_dot(std::ostream& out, const Schedule& schedule, const Report& report, std::size_t max_vertices,
               const model::Rules& rules) {
  Replay play;
  replay(schedule, rules, play);
  const CauseGraph& graph = play.graph;
  if (graph.vertex_count() > max_vertices) {
    return false;
  }
  const Names& names = schedule.names();
  out << "digraph causes {\n  rankdir=TB;\n  node [fontname=monospace];\n";
  const std::vector<bool> bare = bare_declarations(graph);
  write_vertices(out, graph, names, bare);
  if (graph.vertex_count() > 0) {
    for (const CauseEdge& edge : reduced_edges(graph)) {
      if (bare[edge.cause]) {
        continue;
      }
      const Cause& cause = graph.cause(edge.index);
      const std::string event =
          cause.event().exists() ? fmt::format(" {}", escaped(names[cause.event()])) : std::string();
      out << fmt::format("  v{} -> v{} [label=\"{}{}\"];\n", edge.cause, edge.effect, model::name(cause.reason()),
                         event);
    }
  }
  write_hazards(out, graph, report);
  out << "}\n";
  return true;
}

}  // namespace fencepost::checker
