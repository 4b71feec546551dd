// A graph that is launched again and again, with nothing or something in between: what is found
// must not depend on the short cut that such launches take.

#include "races.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::at;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Plan;
using testing::race;
using testing::Races;
using testing::read;
using testing::Script;
using testing::write;

struct LaunchClaim : ::testing::Test {
  Races races;
  Script script{races};
  Plan plan;
  model::NodeIndex reader = plan.work({}, {read(0, 8)});
  model::NodeIndex writer = plan.work({reader}, {write(8, 16)});

  model::CompletionPoint launch_often(std::uint32_t stream, int times) {
    model::CompletionPoint last;
    for (int i = 0; i < times; ++i) last = script.launch(stream, plan);
    return last;
  }
};

TEST_F(LaunchClaim, TheNewestLaunchIsTheOneRemembered) {
  const auto last = launch_often(1, 5);
  const auto other = script.work(2, {read(8, 16)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(last, writer), at(other), 8, 16)));
}

TEST_F(LaunchClaim, ARecordBeforeTheNewestLaunchIsNotEnough) {
  launch_often(1, 4);
  const auto recorded = script.record(1);
  const auto last = launch_often(1, 1);
  script.wait(2, {recorded});
  const auto other = script.work(2, {write(0, 8)});
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(last, reader), at(other))));
}

TEST_F(LaunchClaim, ARecordAfterItIs) {
  launch_often(1, 5);
  const auto recorded = script.record(1);
  script.wait(2, {recorded});
  script.work(2, {write(0, 16)});
  EXPECT_THAT(races.pairs(), IsEmpty());
}

TEST_F(LaunchClaim, WhatComesBetweenIsMetByTheNextLaunch) {
  launch_often(1, 3);
  const auto recorded = script.record(1);
  script.wait(2, {recorded});
  const auto between = script.work(2, {write(0, 8)});
  const auto next = launch_often(1, 1);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(between), at(next, reader))));
}

TEST_F(LaunchClaim, WhatWasNotOrderedOnceIsComparedEveryTime) {
  // Only a read keeps the foreign write: each launch is unordered with it.
  Plan reads_only;
  const auto node = reads_only.work({}, {read(0, 8)});
  const auto foreign = script.work(2, {write(0, 8)});
  const auto first = script.launch(1, reads_only);
  const auto second = script.launch(1, reads_only);
  const auto third = script.launch(1, reads_only);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(foreign), at(first, node)), race(at(foreign), at(second, node)),
                                         race(at(foreign), at(third, node))));
}

TEST_F(LaunchClaim, LaunchesOfAnotherGraphOnTheSameBytesAreMet) {
  Plan other;
  const auto node = other.work({}, {write(8, 16)});
  launch_often(1, 3);
  const auto recorded = script.record(1);
  script.wait(2, {recorded});
  const auto between = script.launch(2, other);
  const auto next = launch_often(1, 1);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(between, node), at(next, writer), 8, 16)));
}

TEST_F(LaunchClaim, AnotherStreamThatDoesNotWaitIsMet) {
  const auto last = launch_often(1, 3);
  const auto beside = script.launch(2, plan);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(last, writer), at(beside, writer), 8, 16)));
}

TEST_F(LaunchClaim, AnotherStreamThatWaitsTakesOver) {
  const auto last = launch_often(1, 3);
  const auto moved = script.launch(2, plan, {{model::no_node, {last}}});
  const auto newest = script.launch(2, plan);
  const auto reader_of_it = script.work(1, {read(8, 16)});
  EXPECT_LT(moved.execution, newest.execution);
  EXPECT_THAT(races.pairs(), ElementsAre(race(at(newest, writer), at(reader_of_it), 8, 16)));
}

TEST_F(LaunchClaim, AForeignValueIsFoundInEveryLaunch) {
  Plan mixed;
  const auto reads_first = mixed.work({}, {read(0, 8, 1)});
  mixed.work({reads_first}, {write(0, 8, 2)});
  script.work(1, {write(0, 8, 1)});
  const auto first = script.launch(1, mixed);
  const auto second = script.launch(1, mixed);
  const auto third = script.launch(1, mixed);
  const auto fourth = script.launch(1, mixed);
  using Foreign = Races::Foreign;
  const auto writer_node = reads_first + 1;
  EXPECT_THAT(races.foreign(), ElementsAre(Foreign{at(second, reads_first), at(first, writer_node), 0, 8},
                                           Foreign{at(third, reads_first), at(second, writer_node), 0, 8},
                                           Foreign{at(fourth, reads_first), at(third, writer_node), 0, 8}));
}

}  // namespace
}  // namespace fencepost::checker
