#include <fencepost/runtime/gtp/model.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

/// A model whose weights have been used once, in forward order.
struct Linked {
  explicit Linked(const Configuration& configuration, RuleSet rules = {})
      : bench(configuration, rules), model(bench.execution) {
    for (const std::size_t use : model.uses()) {
      chains.visit(bench.execution, model.weights(), model.weights()[use], cache);
    }
  }
  Weight& operator[](std::size_t index) { return model.weights()[index]; }

  Bench bench;
  Model model;
  Chains chains;
  TicketCache cache;
};

TEST(Chain, LinksWeightsInTheOrderOfTheirFirstUse) {
  Linked linked({.mode = GraphMode::eager, .weights_per_block = 3});
  EXPECT_TRUE(linked[0].is_head());
  EXPECT_EQ(linked[0].next, 1U);
  EXPECT_EQ(linked[1].previous, 0U);
  EXPECT_EQ(linked[1].next, 2U);
  EXPECT_FALSE(linked[2].next.has_value());
}

TEST(Chain, ASecondUseLinksNothing) {
  Linked linked({.mode = GraphMode::eager, .repeats = 3, .shared_first_weight = true});
  EXPECT_TRUE(linked[0].is_head());
  EXPECT_FALSE(linked[1].next.has_value());
}

TEST(Chain, UngraphedEdgesHaveAChainOfTheirOwn) {
  Linked linked({.mode = GraphMode::eager, .chains = ChainMix::mixed, .embeddings = true});
  EXPECT_EQ(linked[0].next, 3U);
  EXPECT_TRUE(linked[1].is_head());
  EXPECT_EQ(linked[1].next, 2U);
  EXPECT_FALSE(linked[0].graphed);
  EXPECT_TRUE(linked[1].graphed);
  EXPECT_NE(&linked[0].domain, &linked[1].domain);
}

TEST(Chain, UnderFullIterationEveryWeightIsGraphed) {
  Linked linked({.chains = ChainMix::mixed, .embeddings = true});
  EXPECT_TRUE(linked[0].graphed);
  EXPECT_EQ(linked[0].next, 1U);
}

TEST(Chain, GroupedChainsLinkTheSameRoleOfTheNextBlock) {
  Linked linked({.mode = GraphMode::eager, .grouped = true, .blocks = 2});
  EXPECT_EQ(linked[0].next, 2U);
  EXPECT_EQ(linked[1].next, 3U);
  EXPECT_TRUE(linked[1].is_head());
}

TEST(Chain, NeighboursAlternateParity) {
  Linked linked({.mode = GraphMode::eager, .weights_per_block = 3});
  EXPECT_FALSE(linked[0].odd);
  EXPECT_TRUE(linked[1].odd);
  EXPECT_FALSE(linked[2].odd);
}

TEST(Chain, WithoutTheRuleNeighboursShareOne) {
  Linked linked({.mode = GraphMode::eager, .weights_per_block = 3},
                RuleSet{}.without(Rule::neighbours_have_other_parity));
  EXPECT_FALSE(linked[1].odd);
}

TEST(Chain, ANeighbourOfAnotherSizeNeedsNoParity) {
  Linked linked({.mode = GraphMode::eager, .experts = true, .local_experts = 2});
  EXPECT_FALSE(linked[1].odd);
}

TEST(Chain, ExpertsHaveTheirOwnGroupAndSideStreams) {
  Linked linked({.mode = GraphMode::eager, .experts = true});
  EXPECT_NE(linked[0].domain.reducer.id(), linked[1].domain.reducer.id());
  EXPECT_NE(linked[0].domain.scatter.id(), linked[1].domain.scatter.id());
}

TEST(Chain, OneCommunicatorServesBothDirectionsUnlessTheyAreSeparate) {
  Linked together({.mode = GraphMode::eager});
  EXPECT_EQ(together[0].domain.reducer.id(), together[0].domain.gatherer.id());
  Linked apart({.mode = GraphMode::eager, .separate_communicators = true});
  EXPECT_NE(apart[0].domain.reducer.id(), apart[0].domain.gatherer.id());
}

}  // namespace
}  // namespace fencepost::gtp::testing
