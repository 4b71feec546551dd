#pragma once

/// Makes `CauseGraph` a graph of Boost.Graph: an incidence, vertex-list and edge-list graph whose
/// out-edges lead from a vertex to its causes.
///
/// Use `breadth_first_visit` with a colour map of the right size rather than `breadth_first_search`
/// in loops: the latter colours every vertex of the graph each time.

#include <fencepost/checker/causes/cause_graph.h>

#include <cstddef>
#include <utility>

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/property_map/property_map.hpp>

namespace fencepost::checker {

/// The edge from `effect` to the cause with number `index` in the list of all causes.
struct CauseEdge {
  CauseVertex effect = 0;
  CauseVertex cause = 0;
  std::size_t index = 0;

  friend bool operator==(const CauseEdge& a, const CauseEdge& b) { return a.index == b.index; }
  friend bool operator<(const CauseEdge& a, const CauseEdge& b) { return a.index < b.index; }
};

/// Goes through the list of all causes, keeping track of whose they are.
class CauseEdgeIterator
    : public boost::iterator_facade<CauseEdgeIterator, CauseEdge, boost::forward_traversal_tag, CauseEdge> {
 public:
  CauseEdgeIterator() = default;
  CauseEdgeIterator(const CauseGraph& graph, CauseVertex effect, std::size_t index)
      : graph_(&graph), effect_(effect), index_(index) {
    skip_vertices_without_causes();
  }

 private:
  friend class boost::iterator_core_access;

  [[nodiscard]] CauseEdge dereference() const { return {effect_, graph_->cause(index_).vertex(), index_}; }
  [[nodiscard]] bool equal(const CauseEdgeIterator& other) const { return index_ == other.index_; }
  void increment() {
    ++index_;
    skip_vertices_without_causes();
  }
  void skip_vertices_without_causes() {
    while (index_ < graph_->cause_count() && index_ >= graph_->first_cause(effect_ + 1)) {
      ++effect_;
    }
  }

  const CauseGraph* graph_ = nullptr;
  CauseVertex effect_ = 0;
  std::size_t index_ = 0;
};

/// The cause that an edge leads to.
struct CauseOfEdge {
  CauseVertex operator()(const CauseEdge& edge) const { return edge.cause; }
};

}  // namespace fencepost::checker

namespace boost {

template <>
struct graph_traits<fencepost::checker::CauseGraph> {
  struct traversal_category : incidence_graph_tag, adjacency_graph_tag, vertex_list_graph_tag, edge_list_graph_tag {};
  using directed_category = directed_tag;
  using edge_parallel_category = disallow_parallel_edge_tag;
  using vertex_descriptor = fencepost::checker::CauseVertex;
  using edge_descriptor = fencepost::checker::CauseEdge;
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using out_edge_iterator = fencepost::checker::CauseEdgeIterator;
  using edge_iterator = fencepost::checker::CauseEdgeIterator;
  using in_edge_iterator = void;
  using adjacency_iterator =
      transform_iterator<fencepost::checker::CauseOfEdge, out_edge_iterator, vertex_descriptor, vertex_descriptor>;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return fencepost::checker::no_vertex; }
};

template <>
struct property_map<fencepost::checker::CauseGraph, vertex_index_t> {
  using type = identity_property_map;
  using const_type = identity_property_map;
};

}  // namespace boost

namespace fencepost::checker {

using CauseTraits = boost::graph_traits<CauseGraph>;

inline std::size_t num_vertices(const CauseGraph& graph) { return graph.vertex_count(); }
inline std::size_t num_edges(const CauseGraph& graph) { return graph.cause_count(); }
inline std::pair<CauseTraits::vertex_iterator, CauseTraits::vertex_iterator> vertices(const CauseGraph& graph) {
  return {CauseTraits::vertex_iterator(0), CauseTraits::vertex_iterator(graph.vertex_count())};
}
inline std::pair<CauseEdgeIterator, CauseEdgeIterator> out_edges(CauseVertex vertex, const CauseGraph& graph) {
  const std::size_t begin = graph.first_cause(vertex);
  const std::size_t end = graph.first_cause(vertex + 1);
  return {CauseEdgeIterator(graph, vertex, begin), CauseEdgeIterator(graph, vertex, end)};
}
inline std::pair<CauseTraits::adjacency_iterator, CauseTraits::adjacency_iterator> adjacent_vertices(
    CauseVertex vertex, const CauseGraph& graph) {
  const auto [begin, end] = out_edges(vertex, graph);
  return {CauseTraits::adjacency_iterator(begin), CauseTraits::adjacency_iterator(end)};
}
inline std::size_t out_degree(CauseVertex vertex, const CauseGraph& graph) { return graph.causes(vertex).size(); }
inline std::pair<CauseEdgeIterator, CauseEdgeIterator> edges(const CauseGraph& graph) {
  return {CauseEdgeIterator(graph, 0, 0), CauseEdgeIterator(graph, 0, graph.cause_count())};
}
inline CauseVertex source(const CauseEdge& edge, const CauseGraph& /*graph*/) { return edge.effect; }
inline CauseVertex target(const CauseEdge& edge, const CauseGraph& /*graph*/) { return edge.cause; }
inline boost::identity_property_map get(boost::vertex_index_t /*tag*/, const CauseGraph& /*graph*/) { return {}; }

}  // namespace fencepost::checker
