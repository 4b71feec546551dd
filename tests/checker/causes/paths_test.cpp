#include <fencepost/checker/causes/boost_graph.h>
#include <fencepost/checker/causes/common_causes.h>
#include <fencepost/checker/causes/past_split.h>
#include <fencepost/checker/causes/paths.h>

#include <checker/causes/hand_made.h>
#include <iterator>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/graph/transitive_closure.hpp>
#include <boost/graph/transitive_reduction.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using model::EdgeReason;
using testing::ElementsAre;
using testing::IsEmpty;

// main: work(0) record(1) work(2); side: work(3) wait(4) for 1, work(5).
class PathsTest : public testing::Test {
 protected:
  PathsTest() {
    submit.work(main_stream);
    const auto record = submit.record(main_stream);
    submit.work(main_stream);
    submit.work(side_stream);
    submit.wait(side_stream, {completion(record)});
    submit.work(side_stream);
  }

  CauseGraph graph;
  HandMade submit{graph};
};

TEST_F(PathsTest, PathNamesEveryStepAndItsReason) {
  EXPECT_THAT(path(graph, 0, 5),
              ElementsAre(PathStep{0, EdgeReason::stream, {}}, PathStep{1, EdgeReason::stream, {}},
                          PathStep{4, EdgeReason::event, EventId{0}}, PathStep{5, EdgeReason::stream, {}}));
}

TEST_F(PathsTest, UnorderedVerticesHaveNoPath) {
  EXPECT_THAT(path(graph, 2, 5), IsEmpty());
  EXPECT_THAT(path(graph, 5, 0), IsEmpty());
  EXPECT_THAT(path(graph, 0, 0), IsEmpty());
}

TEST_F(PathsTest, PathHasAsFewStepsAsPossible) {
  submit.wait(third_stream, {completion(1)});  // vertex 6: straight after vertex 0
  submit.bind(model::no_node, {completion(6)});
  submit.bind(model::no_node, {completion(7)});
  submit.work(main_stream);  // vertex 7: after 2 (stream), 5 and 6
  EXPECT_EQ(path(graph, 0, 7).size(), 3U);
}

TEST_F(PathsTest, PastIsEverythingBeforeAndNothingElse) {
  EXPECT_THAT(past_of(graph, 5), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(past_of(graph, 2), ElementsAre(0, 1));
  EXPECT_THAT(past_of(graph, 5, 2), ElementsAre(3, 4));
  EXPECT_THAT(past_of(graph, 0), IsEmpty());
}

TEST_F(PathsTest, SplitsTwoPastsAtTheLastPointBeforeBoth) {
  const PastSplit split = split_pasts(graph, 2, 5, 9);
  EXPECT_EQ(split.common, 1U);
  EXPECT_THAT(split.only_a, IsEmpty());
  EXPECT_THAT(split.only_b, ElementsAre(3, 4));
}

TEST_F(PathsTest, SplitPastsMayHaveNothingInCommon) {
  const PastSplit split = split_pasts(graph, 2, 3, 9);
  EXPECT_EQ(split.common, no_vertex);
  EXPECT_THAT(split.only_a, ElementsAre(0, 1));
  EXPECT_THAT(split.only_b, IsEmpty());
}

// Vertex 6 hands memory out on the host, vertices 7 and 8 are called after it.
TEST_F(PathsTest, SplitPastsPassOverHandOvers) {
  submit.hand_over();
  submit.work(main_stream);
  submit.work(side_stream);
  EXPECT_EQ(split_pasts(graph, 7, 8, 0).common, 1U);
}

TEST_F(PathsTest, SplitPastsKeepTheLatest) { EXPECT_THAT(split_pasts(graph, 2, 5, 1).only_b, ElementsAre(4)); }

// Two maximal elements: the pasts of 4 and 5 meet in 2 and in 3, of which neither covers the other.
TEST(CommonCauses, KeepsEveryMaximalElementAndNothingBelowIt) {
  CauseGraph graph;
  HandMade submit(graph);
  submit.work(main_stream);                      // 0
  submit.work(side_stream);                      // 1
  submit.work(main_stream);                      // 2 after 0
  submit.work(side_stream);                      // 3 after 1
  submit.wait(third_stream, {completion(3)});    // 4 after 2
  submit.wait(third_stream, {completion(4)});    // 5 after 3 and 4
  submit.bind(model::no_node, {completion(3)});  // of 6: after 2
  submit.wait(model::Axis{4}, {completion(4)});  // 6 after 2 and 3
  const std::vector<CauseVertex> a{5};
  const std::vector<CauseVertex> b{6};
  EXPECT_THAT(maximal_common_causes(graph, a, b), ElementsAre(3, 2));
}

TEST(CommonCauses, AVertexCountsAsPartOfItsOwnPast) {
  CauseGraph graph;
  HandMade submit(graph);
  submit.work(main_stream);
  submit.work(main_stream);
  const std::vector<CauseVertex> early{0};
  const std::vector<CauseVertex> late{1};
  EXPECT_THAT(maximal_common_causes(graph, early, late), ElementsAre(0));
}

TEST_F(PathsTest, BoostSortsItFromCausesToEffects) {
  std::vector<CauseVertex> order;
  boost::topological_sort(graph, std::back_inserter(order));
  ASSERT_EQ(order.size(), 6U);
  const auto place = [&order](CauseVertex vertex) { return std::ranges::find(order, vertex) - order.begin(); };
  for (CauseVertex vertex = 0; vertex < graph.vertex_count(); ++vertex) {
    for (const Cause& cause : graph.causes(vertex)) {
      EXPECT_LT(place(cause.vertex()), place(vertex));
    }
  }
}

using Adjacency = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

TEST_F(PathsTest, BoostClosureAgreesWithOrdered) {
  Adjacency closure;
  boost::transitive_closure(graph, closure);
  for (CauseVertex a = 0; a < graph.vertex_count(); ++a) {
    for (CauseVertex b = 0; b < graph.vertex_count(); ++b) {
      EXPECT_EQ(boost::edge(b, a, closure).second, ordered(graph, a, b)) << a << " before " << b;
    }
  }
}

TEST(BoostGraph, ReductionDropsTheEdgeThatAPathImplies) {
  CauseGraph graph;
  HandMade submit(graph);
  submit.work(main_stream);                   // 0
  submit.wait(side_stream, {completion(1)});  // 1 after 0
  submit.bind(model::no_node, {completion(2)});
  submit.work(main_stream);  // 2 after 0 and 1: 0 is implied
  ASSERT_EQ(num_edges(graph), 3U);
  Adjacency reduced;
  std::vector<CauseVertex> place(num_vertices(graph));
  boost::transitive_reduction(graph, reduced,
                              boost::make_iterator_property_map(place.begin(), get(boost::vertex_index, graph)),
                              get(boost::vertex_index, graph));
  EXPECT_EQ(boost::num_edges(reduced), 2U);
  EXPECT_TRUE(boost::edge(place[2], place[1], reduced).second);
  EXPECT_FALSE(boost::edge(place[2], place[0], reduced).second);
}

TEST_F(PathsTest, BoostSeesEveryEdgeOnce) {
  const auto [begin, end] = edges(graph);
  std::vector<std::pair<CauseVertex, CauseVertex>> seen;
  for (auto edge = begin; edge != end; ++edge) {
    seen.emplace_back(source(*edge, graph), target(*edge, graph));
  }
  EXPECT_THAT(seen, ElementsAre(std::pair(1, 0), std::pair(2, 1), std::pair(4, 3), std::pair(4, 1), std::pair(5, 4)));
}

}  // namespace
}  // namespace fencepost::checker
