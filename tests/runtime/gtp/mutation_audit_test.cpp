// Every mutation is noticed by the oracle it declares, where the whole engine is clean.

#include "print_mutation.h"
#include <fencepost/properties/gtp_audit.h>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

class MutationAudit : public ::testing::TestWithParam<Mutation> {};

TEST_P(MutationAudit, IsNoticedAndTheWholeEngineIsClean) {
  const properties::EngineAudit whole = properties::audit_engine(GetParam().scenario);
  EXPECT_TRUE(whole.clean()) << describe(whole);
  const properties::EngineAudit broken =
      properties::audit_engine(GetParam().scenario, RuleSet{}.without(GetParam().breaks));
  EXPECT_TRUE(properties::notices(broken, GetParam())) << describe(broken);
}

INSTANTIATE_TEST_SUITE_P(Table, MutationAudit, ::testing::ValuesIn(mutations().begin(), mutations().end()),
                         [](const ::testing::TestParamInfo<Mutation>& tested) {
                           std::string text(tested.param.name);
                           std::ranges::replace(text, '-', '_');
                           return text;
                         });

}  // namespace
}  // namespace fencepost::gtp::testing
