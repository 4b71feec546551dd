#include <fencepost/model/rules.h>

#include <set>

#include <gtest/gtest.h>

namespace fencepost::model {
namespace {

TEST(RulesTest, AllHoldUnlessOneIsBroken) {
  EXPECT_TRUE(Rules{}.all_hold());
  const Rules broken = Rules{}.without(Rule::rerecord_overwrites);
  EXPECT_FALSE(broken.all_hold());
  EXPECT_FALSE(broken.hold(Rule::rerecord_overwrites));
  EXPECT_TRUE(broken.hold(Rule::waits_bind_at_submission));
}

TEST(RulesTest, EveryRuleSaysWhatItMeansAndWhoGuardsIt) {
  std::set<std::string_view> names;
  for (const RuleEntry& entry : rule_table()) {
    EXPECT_FALSE(entry.meaning.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_FALSE(entry.wrong_form.empty()) << entry.name;
    EXPECT_FALSE(entry.killed_by.empty()) << entry.name;
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is there twice";
  }
  EXPECT_EQ(names.size(), rule_count);
}

TEST(RulesTest, RulesAreFoundByName) {
  EXPECT_EQ(rule_named("rerecord overwrites"), Rule::rerecord_overwrites);
  EXPECT_FALSE(rule_named("rerecord"));
}

}  // namespace
}  // namespace fencepost::model
