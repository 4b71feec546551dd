#include <fencepost/checker/report/mechanism.h>

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

constexpr auto last_refusal = static_cast<std::uint8_t>(model::Refusal::invalid_argument);

TEST(Mechanism, EveryRefusalButTheUnspecificHasAReasonOfItsOwn) {
  std::set<std::string_view> reasons;
  for (std::uint8_t i = 0; i < last_refusal; ++i) {
    Hazard hazard;
    hazard.question = Question::refused;
    hazard.refusal = static_cast<model::Refusal>(i);
    EXPECT_TRUE(mechanism(hazard).ends_with('.')) << static_cast<int>(i);
    EXPECT_TRUE(reasons.insert(mechanism(hazard)).second) << mechanism(hazard);
  }
}

TEST(Mechanism, OrderIsExplainedByWhatNearlyGaveIt) {
  Hazard hazard;
  hazard.question = Question::order;
  hazard.slug = Slug::use_after_free;
  EXPECT_EQ(mechanism(hazard), "");
  hazard.question = Question::lifetime;
  EXPECT_NE(mechanism(hazard), "");
}

}  // namespace
}  // namespace fencepost::checker
