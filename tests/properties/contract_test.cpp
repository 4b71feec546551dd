// Each promise of model/submission.h, kept and broken.

#include "checker/oracle/submission_script.h"
#include <fencepost/properties/contract.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

using checker::done;
using checker::PlanScript;
using checker::SubmissionLog;
using checker::SubmissionScript;
using ::testing::HasSubstr;
using ::testing::Optional;

constexpr model::SlotId slot{0};
constexpr model::Axis stream{1};

model::Submission work(model::ExecutionId execution) {
  model::Submission submission;
  submission.execution = execution;
  submission.axis = submission.issuer = stream;
  return submission;
}

/// A log of three executions on one stream; the second fills the slot, the third waits for `point`.
std::optional<std::string> with_wait_for(const model::CompletionPoint& point, bool filled_twice = false) {
  SubmissionLog log;
  model::Submission first = work(1);
  first.slot = slot;
  log.accept(first);
  model::Submission second = work(2);
  if (filled_twice) second.slot = slot;
  log.accept(second);
  model::BoundWait wait;
  wait.candidates = std::span(&point, 1);
  model::Submission third = work(3);
  third.waits = std::span(&wait, 1);
  log.accept(third);
  return broken_promise(log);
}

TEST(Contract, ASlotHoldsThePointThatItIsNamedFor) {
  EXPECT_EQ(with_wait_for({1, model::no_node, slot, stream}), std::nullopt);
  EXPECT_THAT(with_wait_for({1, model::no_node, slot, stream}, true), Optional(HasSubstr("holds another point")));
}

TEST(Contract, APointWithoutASlotIsTheNewestOfItsQueue) {
  EXPECT_EQ(with_wait_for({2, model::no_node, {}, stream}), std::nullopt);
  EXPECT_THAT(with_wait_for({1, model::no_node, {}, stream}), Optional(HasSubstr("not the newest")));
}

TEST(Contract, NothingWaitsForItselfOrTheFuture) {
  EXPECT_THAT(with_wait_for({3, model::no_node, {}, stream}), Optional(HasSubstr("itself")));
  EXPECT_THAT(with_wait_for({4, model::no_node, {}, stream}), Optional(HasSubstr("future")));
}

TEST(Contract, ExecutionsAreNumberedOneByOne) {
  SubmissionLog log;
  log.accept(work(1));
  log.accept(work(3));
  EXPECT_THAT(broken_promise(log), Optional(HasSubstr("not numbered")));
}

TEST(Contract, ALaunchMayWaitForItsOwnRecord) {
  PlanScript plan;
  const auto record = plan.external_record({});
  const auto wait = plan.external_wait({});
  SubmissionScript script;
  script.launch(1, plan.plan(), {{wait, {done(script.next(), record)}, true}});
  EXPECT_EQ(broken_promise(script.log()), std::nullopt);
}

TEST(Contract, OnlyExternalWaitsAreBound) {
  PlanScript plan;
  const auto node = plan.add({});
  SubmissionScript script;
  const auto before = script.record(1);
  script.launch(1, plan.plan(), {{node, {done(before)}, false}});
  EXPECT_THAT(broken_promise(script.log()), Optional(HasSubstr("no external wait")));
}

TEST(Contract, PredecessorsComeFirst) {
  auto graph = std::make_shared<model::GraphPlan>();
  graph->nodes.resize(2);
  graph->nodes[0].predecessor_count = 1;
  graph->predecessors = {1};
  SubmissionScript script;
  script.launch(1, graph);
  EXPECT_THAT(broken_promise(script.log()), Optional(HasSubstr("before its predecessor")));
}

}  // namespace
}  // namespace fencepost::properties
