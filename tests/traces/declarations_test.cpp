#include <fencepost/traces/declarations.h>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

constexpr Namespace event = Namespace::event;

TEST(Declarations, KnowWhatExistsSinceWhen) {
  Declarations declarations;
  EXPECT_EQ(declarations.existing_since(event, 0), std::nullopt);
  declarations.create(event, 0, 7);
  EXPECT_EQ(declarations.existing_since(event, 0), 7U);
  EXPECT_EQ(declarations.existing_since(Namespace::stream, 0), std::nullopt);
  declarations.destroy(event, 0);
  EXPECT_EQ(declarations.existing_since(event, 0), std::nullopt);
}

TEST(Declarations, StartWithTheMainThreadAndTheFirstDevice) {
  const Declarations declarations;
  EXPECT_EQ(declarations.existing_since(Namespace::thread, main_thread.value), 0U);
  EXPECT_EQ(declarations.existing_since(Namespace::device, first_device.value), 0U);
}

TEST(Declarations, RememberTheNewestSize) {
  Declarations declarations;
  EXPECT_EQ(declarations.buffer_size(3), 0U);
  declarations.set_buffer_size(3, 16);
  declarations.set_buffer_size(3, 8);
  EXPECT_EQ(declarations.buffer_size(3), 8U);
}

TEST(Declarations, ALoopLeavesOverWhatItCreatesFirstAndKeeps) {
  Declarations declarations;
  declarations.begin_loop();
  declarations.create(event, 0, 1);
  declarations.create(event, 1, 2);
  declarations.destroy(event, 1);
  const auto left_over = declarations.end_loop();
  ASSERT_EQ(left_over.size(), 1U);
  EXPECT_EQ(left_over[0].index, 0U);
  EXPECT_EQ(left_over[0].line, 1U);
}

TEST(Declarations, ALoopThatDestroysBeforeItCreatesLeavesNothingOver) {
  Declarations declarations;
  declarations.create(event, 0, 1);
  declarations.begin_loop();
  declarations.destroy(event, 0);
  declarations.create(event, 0, 3);
  EXPECT_TRUE(declarations.end_loop().empty());
}

TEST(Declarations, WhatAnInnerLoopCreatedFirstCountsForTheOuter) {
  Declarations declarations;
  declarations.begin_loop();
  declarations.begin_loop();
  declarations.create(event, 0, 1);
  EXPECT_EQ(declarations.end_loop().size(), 1U);
  EXPECT_EQ(declarations.end_loop().size(), 1U);
}

TEST(Declarations, WhatTheOuterLoopDestroyedFirstDoesNotCountForIt) {
  Declarations declarations;
  declarations.create(event, 0, 1);
  declarations.begin_loop();
  declarations.destroy(event, 0);
  declarations.begin_loop();
  declarations.create(event, 0, 2);
  EXPECT_EQ(declarations.end_loop().size(), 1U);
  EXPECT_TRUE(declarations.end_loop().empty());
}

TEST(Declarations, LoopsAfterOneAnotherAreIndependent) {
  Declarations declarations;
  declarations.begin_loop();
  declarations.create(event, 0, 1);
  declarations.end_loop();
  declarations.begin_loop();
  declarations.destroy(event, 0);
  declarations.create(event, 0, 2);
  EXPECT_TRUE(declarations.end_loop().empty());
}

}  // namespace
}  // namespace fencepost
