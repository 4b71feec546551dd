#include "corpus.h"
#include <fencepost/checker/expectations/expectations.h>
#include <fencepost/model/rules.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace fencepost::tests {

namespace {

class EachRule : public ::testing::TestWithParam<model::RuleEntry> {};

TEST_P(EachRule, IsGuardedByATraceThatHolds) {
  EXPECT_TRUE(checker::surprises(corpus_schedule(std::string(GetParam().killed_by))).empty());
}

TEST_P(EachRule, IsMissedWhenItIsBroken) {
  const Schedule guard = corpus_schedule(std::string(GetParam().killed_by));
  EXPECT_FALSE(checker::surprises(guard, model::Rules{}.without(GetParam().rule)).empty())
      << GetParam().killed_by << " does not notice: " << GetParam().wrong_form;
}

INSTANTIATE_TEST_SUITE_P(Rules, EachRule, ::testing::ValuesIn(model::rule_table().begin(), model::rule_table().end()),
                         [](const auto& instance) { return case_name(std::string(instance.param.name)); });

}  // namespace

}  // namespace fencepost::tests
