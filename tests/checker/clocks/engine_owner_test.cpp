// Reads that see what another tensor's writer left, or what nobody wrote.

#include "races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::at;
using testing::atomic;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::late;
using testing::Plan;
using testing::Races;
using testing::read;
using testing::Script;
using testing::write;

struct Owner : ::testing::Test {
  Races races;
  Script script{races};
};

TEST_F(Owner, ReadingOnesOwnIsFine) {
  script.hand_over(0, 8, 1);
  script.work(1, {write(0, 8, 1)});
  script.work(1, {read(0, 8, 1)});
  EXPECT_THAT(races.foreign(), IsEmpty());
}

TEST_F(Owner, ReadingWhatNobodyWroteIsNot) {
  script.hand_over(0, 8, 1);
  const auto reader = script.work(1, {read(0, 8, 1)});
  EXPECT_THAT(races.foreign(), ElementsAre(Races::Foreign{at(reader), std::nullopt, 0, 8}));
}

TEST_F(Owner, UnlessTheBytesHeldDataFromTheStart) {
  script.hand_over(0, 8, 1);
  races.engine().initialise(model::GenerationId{1});
  script.work(1, {read(0, 8, 1)});
  EXPECT_THAT(races.foreign(), IsEmpty());
}

TEST_F(Owner, OnlyTheUnwrittenPartCounts) {
  script.hand_over(0, 8, 1);
  script.work(1, {write(0, 4, 1)});
  const auto reader = script.work(1, {read(0, 8, 1)});
  EXPECT_THAT(races.foreign(), ElementsAre(Races::Foreign{at(reader), std::nullopt, 4, 8}));
}

TEST_F(Owner, ReadingWhatAnotherWroteNamesTheWriter) {
  const auto writer = script.work(1, {write(0, 8, 1)});
  script.hand_over(0, 8, 2);
  const auto reader = script.work(1, {read(0, 8, 2)});
  EXPECT_THAT(races.foreign(), ElementsAre(Races::Foreign{at(reader), at(writer), 0, 8}));
}

TEST_F(Owner, AnUnorderedReadIsAQuestionOfOrder) {
  script.work(1, {write(0, 8, 1)});
  script.hand_over(0, 8, 2);
  script.work(2, {read(0, 8, 2)});
  EXPECT_THAT(races.foreign(), IsEmpty());
}

TEST_F(Owner, AReadThatNamesAFreedTensorIsAQuestionOfLifetime) {
  script.work(1, {write(0, 8, 2)});
  script.work(1, {late(read(0, 8, 1))});
  EXPECT_THAT(races.foreign(), IsEmpty());
}

TEST_F(Owner, AnAtomicUpdateIsTheNewestWrite) {
  script.hand_over(0, 8, 1);
  const auto writer = script.work(1, {write(0, 8, 1)});
  const auto update = script.work(1, {atomic(0, 8, 2)});
  const auto reader = script.work(1, {read(0, 8, 1)});
  EXPECT_THAT(races.foreign(),
              ElementsAre(Races::Foreign{at(update), at(writer), 0, 8}, Races::Foreign{at(reader), at(update), 0, 8}));
}

TEST_F(Owner, AReplayThatReadsAnOldOwnersValueIsFound) {
  Plan plan;
  const auto node = plan.work({}, {read(0, 8, 1)});
  script.work(1, {write(0, 8, 1)});
  script.launch(1, plan);
  const auto writer = script.work(1, {write(0, 8, 2)});
  const auto second = script.launch(1, plan);
  EXPECT_THAT(races.foreign(), ElementsAre(Races::Foreign{at(second, node), at(writer), 0, 8}));
}

TEST_F(Owner, AReplayThatWritesFirstIsFine) {
  Plan plan;
  const auto node = plan.work({}, {write(0, 8, 1)});
  plan.work({node}, {read(0, 8, 1)});
  script.work(1, {write(0, 8, 2)});
  script.launch(1, plan);
  EXPECT_THAT(races.foreign(), IsEmpty());
}

TEST_F(Owner, AReaderSeesWhatAReplayWroteForAnother) {
  Plan plan;
  const auto node = plan.work({}, {write(0, 8, 1)});
  script.work(1, {write(0, 8, 2)});
  const auto launch = script.launch(1, plan);
  const auto reader = script.work(1, {read(0, 8, 2)});
  EXPECT_THAT(races.foreign(), ElementsAre(Races::Foreign{at(reader), at(launch, node), 0, 8}));
}

}  // namespace
}  // namespace fencepost::checker
