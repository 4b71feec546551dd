#include <fencepost/runtime/gtp/mutation.h>

#include <algorithm>
#include <set>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp {
namespace {

TEST(Mutations, ThereIsOneForEachRule) {
  ASSERT_EQ(mutations().size(), rule_count);
  for (std::size_t rule = 0; rule < rule_count; ++rule) {
    EXPECT_EQ(mutations()[rule].breaks, static_cast<Rule>(rule)) << mutations()[rule].name;
  }
}

TEST(Mutations, NamesAreUniqueAndFindable) {
  std::set<std::string_view> names;
  for (const Mutation& mutation : mutations()) {
    EXPECT_TRUE(names.insert(mutation.name).second) << mutation.name;
    EXPECT_EQ(mutation_named(mutation.name), &mutation);
  }
  EXPECT_EQ(mutation_named("no-such-mutation"), nullptr);
}

TEST(Mutations, EachSaysWhatItDoesWhoKnewAndWhoNotices) {
  for (const Mutation& mutation : mutations()) {
    EXPECT_FALSE(mutation.meaning.empty()) << mutation.name;
    EXPECT_FALSE(mutation.source.empty()) << mutation.name;
    EXPECT_FALSE(mutation.signs.empty()) << mutation.name;
    EXPECT_FALSE(mutation.scenario.commands.empty()) << mutation.name;
    EXPECT_EQ(refusal(mutation.scenario.configuration), std::nullopt) << mutation.name;
  }
}

TEST(Mutations, TheThreeProblemsOfPullRequest7780AreAmongThem) {
  for (const std::string_view name :
       {"external-events-in-full-iteration", "captured-scratch-not-recorded", "captured-fence-kept-after-reset"}) {
    ASSERT_NE(mutation_named(name), nullptr) << name;
    EXPECT_THAT(mutation_named(name)->source, ::testing::HasSubstr("7780"));
  }
}

TEST(Rules, BreakingOneLeavesTheOthers) {
  const RuleSet broken = RuleSet{}.without(Rule::eager_pop_waits_for_fence);
  EXPECT_FALSE(broken.holds(Rule::eager_pop_waits_for_fence));
  EXPECT_TRUE(broken.holds(Rule::captured_pop_waits_for_fence));
  EXPECT_TRUE(RuleSet{}.holds(Rule::eager_pop_waits_for_fence));
}

}  // namespace
}  // namespace fencepost::gtp
