#include <fencepost/runtime/gtp/configuration.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Configuration, TheDefaultWorks) { EXPECT_EQ(refusal({}), std::nullopt); }

TEST(Configuration, SizesFollowFromTheShardTheGroupAndThePadding) {
  const Configuration plain{.group_size = 8, .shard_bytes = 4096};
  EXPECT_EQ(plain.padded_bytes(), 32768U);
  EXPECT_EQ(plain.weight_bytes(), 32768U);
  EXPECT_EQ(plain.activation_size(), 32768U);
  const Configuration padded{.group_size = 8, .padding = true, .shard_bytes = 4096, .activation_bytes = 512};
  EXPECT_EQ(padded.weight_bytes(), 31744U);
  EXPECT_EQ(padded.activation_size(), 512U);
}

TEST(Configuration, Fp32SumsNeedMoreThanTwoRanksAndUnregisteredMemory) {
  EXPECT_TRUE((Configuration{.group_size = 3, .fp32_accumulation = true}.sums_in_fp32()));
  EXPECT_FALSE((Configuration{.group_size = 2, .fp32_accumulation = true}.sums_in_fp32()));
  EXPECT_FALSE((Configuration{.storage = Storage::registered, .fp32_accumulation = true}.sums_in_fp32()));
  EXPECT_FALSE(Configuration{}.sums_in_fp32());
}

TEST(Configuration, ForeignGradientsNeedRegisteredMemory) {
  EXPECT_TRUE(refusal({.foreign_gradients = true}).has_value());
  EXPECT_EQ(refusal({.storage = Storage::registered, .foreign_gradients = true}), std::nullopt);
}

TEST(Configuration, ABatchDoesNotFitOneRegisteredSlot) {
  EXPECT_TRUE(refusal({.experts = true, .local_experts = 2, .storage = Storage::registered}).has_value());
  EXPECT_EQ(refusal({.experts = true, .local_experts = 2}), std::nullopt);
}

TEST(Configuration, WindowsDoNotLieInExpandableSegmentsOfOldVersions) {
  const Configuration old{
      .storage = Storage::registered, .torch = TorchVersion::torch_2_10, .expandable_segments = true};
  ASSERT_TRUE(refusal(old).has_value());
  EXPECT_THAT(*refusal(old), AllOf(HasSubstr("storage=registered"), HasSubstr("expandable_segments=yes"),
                                   HasSubstr("torch=2.10"), HasSubstr("choose expandable_segments=no")));
  Configuration gathers{.registered_gathers = true, .torch = TorchVersion::torch_2_10, .expandable_segments = true};
  EXPECT_THAT(refusal(gathers).value_or(""), HasSubstr("registered_gathers=yes"));
  gathers.torch = TorchVersion::torch_2_11;
  EXPECT_EQ(refusal(gathers), std::nullopt);
  EXPECT_EQ(refusal({.torch = TorchVersion::torch_2_10, .expandable_segments = true}), std::nullopt);
}

TEST(Configuration, RingsAndArenasServeLocalGraphs) {
  EXPECT_TRUE(refusal({.storage = Storage::ring}).has_value());
  EXPECT_EQ(refusal({.mode = GraphMode::local, .storage = Storage::ring}), std::nullopt);
  EXPECT_TRUE(refusal({.storage = Storage::arena}).has_value());
  EXPECT_EQ(refusal({.mode = GraphMode::local, .storage = Storage::arena}), std::nullopt);
}

TEST(Configuration, ARingHoldsAtLeastTheWeightsOfAModule) {
  EXPECT_TRUE(refusal({.mode = GraphMode::local, .storage = Storage::ring, .ring_size = 1}).has_value());
  EXPECT_EQ(refusal({.mode = GraphMode::local, .weights_per_block = 1, .storage = Storage::ring, .ring_size = 1}),
            std::nullopt);
}

TEST(Configuration, WhatOutlivesItsGraphMayNotReadTheSharedGraphPool) {
  EXPECT_TRUE(refusal({.mode = GraphMode::local}).has_value());
  EXPECT_EQ(refusal({.mode = GraphMode::local, .completion_before_phase_two = false}), std::nullopt);
  EXPECT_TRUE(refusal({.mode = GraphMode::local, .storage = Storage::ring, .padding = true}).has_value());
  EXPECT_TRUE(refusal({.mode = GraphMode::local, .storage = Storage::ring, .fp32_accumulation = true}).has_value());
}

TEST(Configuration, AModuleWithGraphsIsUsedOnceAMicrobatch) {
  Configuration configuration{.mode = GraphMode::local, .embeddings = true, .storage = Storage::ring, .repeats = 2};
  EXPECT_TRUE(refusal(configuration).has_value());
  configuration.chains = ChainMix::mixed;
  EXPECT_EQ(refusal(configuration), std::nullopt);
}

TEST(Configuration, CountsStartAtOne) {
  EXPECT_TRUE(refusal({.blocks = 0}).has_value());
  EXPECT_TRUE(refusal({.microbatches = 0}).has_value());
  EXPECT_TRUE(refusal({.shard_bytes = 1000}).has_value());
}

TEST(Configuration, IsDescribedByWhatDiffersFromTheDefault) {
  EXPECT_EQ(describe(Configuration{}), "default");
  EXPECT_EQ(describe(Configuration{
                .mode = GraphMode::eager, .blocks = 2, .drain = DrainStyle::end_of_step, .prefetch = false}),
            "mode=eager blocks=2 drain=end_of_step prefetch=no");
}

}  // namespace
}  // namespace fencepost::gtp
