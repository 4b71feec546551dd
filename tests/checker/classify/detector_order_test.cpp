// From encounters to hazards: what kind of race, between whom, on which bytes.

#include "detected.h"

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::late;
using testing::Plan;
using testing::read;
using testing::Script;
using testing::write;

struct DetectorOrder : testing::Detected {};

TEST_F(DetectorOrder, NamesBothEndsAndTheBytes) {
  tensor(0).lo = 4;
  tenures[0].hi = 20;
  const auto writer = script.work(1, {write(8, 16)});
  const auto reader = script.work(2, {read(0, 12)});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::read_before_write);
  EXPECT_EQ(found.question, Question::order);
  EXPECT_EQ(found.first.line, writer.execution);
  EXPECT_EQ(found.second.line, reader.execution);
  EXPECT_EQ(found.first.stream, StreamId{1});
  EXPECT_EQ(found.first.phase, Phase::eager);
  EXPECT_EQ(found.lo, 8U);
  EXPECT_EQ(found.hi, 12U);
  EXPECT_EQ(found.second_lo, 4U);
  EXPECT_EQ(found.second_hi, 8U);
}

TEST_F(DetectorOrder, FindsNothingInOrder) {
  tensor(0);
  script.work(1, {write()});
  script.work(1, {read()});
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorOrder, ReuseSaysWhereTheBytesWereGivenUpAndGot) {
  pooled(0, PoolKind::caching);
  script.work(1, {write(0, 8, 0)});
  script.work(1, {read(0, 8, 0)});
  free(0);
  pooled(1, PoolKind::caching);
  script.work(2, {write(0, 8, 1)});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::reuse_before_last_read);
  EXPECT_EQ(found.release_line, tenures[0].release_line);
  EXPECT_EQ(found.hand_over_line, tenures[1].allocate_line);
  EXPECT_EQ(found.first_buffer, BufferId{0});
  EXPECT_EQ(found.second_buffer, BufferId{1});
  EXPECT_EQ(found.also.size(), 1U) << "the write before the last read came too early too";
}

TEST_F(DetectorOrder, HostMemoryIsStaging) {
  tensor(0).memory = MemoryKind::pinned;
  script.work(1, {read()});
  script.host_access({write()});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::host_staging_race);
  EXPECT_EQ(found.second.phase, Phase::host);
}

TEST_F(DetectorOrder, BytesOfNobodyBelongToACommunicator) {
  auto access = write();
  access.generation = model::GenerationId::none();
  script.work(1, {access});
  script.work(2, {access});
  EXPECT_EQ(only().slug, Slug::communicator_race);
}

TEST_F(DetectorOrder, ANodeSaysWhichReplayItBelongsTo) {
  tensor(0);
  Plan plan;
  const auto node = plan.work({}, {write()});
  script.launch(1, plan);
  const auto second = script.launch(1, plan);
  script.work(2, {read()});
  const Hazard found = only();
  EXPECT_EQ(found.first.phase, Phase::replay);
  EXPECT_EQ(found.first.node, node);
  EXPECT_EQ(found.first.line, 100U + node);
  EXPECT_EQ(found.first.execution, second.execution);
  EXPECT_EQ(found.first.launch_number, 2U);
  EXPECT_EQ(found.first.launch_line, second.execution);
  EXPECT_EQ(found.first.launch_stream, StreamId{1});
}

TEST_F(DetectorOrder, AnInnerRaceIsOneHazardHoweverOftenItIsReplayed) {
  tensor(0);
  Plan plan;
  plan.work({}, {write()});
  plan.work({}, {read()});
  for (int i = 0; i < 5; ++i) script.launch(1, plan);
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::read_before_write);
  EXPECT_EQ(found.occurrences, 5U);
}

TEST_F(DetectorOrder, AStaleFenceIsReportedOnceWithWhatItFailsToOrder) {
  tensor(0);
  Plan plan;
  const auto writer = plan.work({}, {write()});
  const auto record = plan.record({writer});
  const auto wait = plan.wait({});
  plan.work({wait}, {read()});
  detector.accept(plan.get());
  const auto older = script.record(1);
  script.launch(1, plan, {{wait, {older, Script::recorded(script.next(), record)}}});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::stale_external_record);
  EXPECT_EQ(found.first.line, 100U + record);
  EXPECT_EQ(found.second.line, 100U + wait);
  ASSERT_EQ(found.also.size(), 1U);
  EXPECT_EQ(found.also[0].first.line, 100U + writer);
  EXPECT_EQ(found.hi, 8U);
}

TEST_F(DetectorOrder, ARaceBesideAStaleFenceIsAnotherHazard) {
  tensor(0);
  Plan plan;
  plan.work({}, {write()});
  plan.work({}, {read()});
  plan.record({});
  const auto wait = plan.wait({});
  detector.accept(plan.get());
  script.launch(1, plan, {{wait, {}, true}});
  const auto found = all();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].slug, Slug::read_before_write);
  EXPECT_EQ(found[1].slug, Slug::stale_external_record);
  EXPECT_TRUE(found[1].also.empty());
}

TEST_F(DetectorOrder, EagerWorkDuringACaptureThatTouchesItsBytesEscapes) {
  tensor(0);
  detector.capture_began(GraphId{0});
  const auto eager = script.work(2, {write()});
  Plan plan;
  const auto node = plan.work({}, {read()});
  auto graph = std::make_shared<model::GraphPlan>(*plan);
  graph->ended_at = eager.execution;
  detector.accept(std::shared_ptr<const model::GraphPlan>(graph));
  detector.capture_ended(GraphId{0});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::capture_escape);
  EXPECT_EQ(found.first.line, eager.execution);
  EXPECT_EQ(found.second.line, 100U + node);
  EXPECT_EQ(found.second.phase, Phase::captured);
}

TEST_F(DetectorOrder, EagerWorkBeforeTheCaptureDoesNot) {
  tensor(0);
  const auto eager = script.work(2, {write()});
  detector.capture_began(GraphId{0});
  Plan plan;
  plan.work({}, {read()});
  auto graph = std::make_shared<model::GraphPlan>(*plan);
  graph->begun_at = graph->ended_at = eager.execution;
  detector.accept(std::shared_ptr<const model::GraphPlan>(graph));
  detector.capture_ended(GraphId{0});
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorOrder, EagerReadsDuringACaptureOfWhatItReadsDoNot) {
  tensor(0);
  detector.capture_began(GraphId{0});
  const auto eager = script.work(2, {read()});
  Plan plan;
  plan.work({}, {read()});
  auto graph = std::make_shared<model::GraphPlan>(*plan);
  graph->ended_at = eager.execution;
  detector.accept(std::shared_ptr<const model::GraphPlan>(graph));
  detector.capture_ended(GraphId{0});
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorOrder, AnAccessThatNamesAFreedTensorIsNotARace) {
  pooled(0, PoolKind::caching);
  free(0);
  pooled(1, PoolKind::caching);
  script.work(1, {write(0, 8, 1)});
  script.work(2, {late(read(0, 8, 0))});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::use_after_free);
  EXPECT_EQ(found.question, Question::lifetime);
  EXPECT_EQ(found.first.line, tenures[0].release_line);
  EXPECT_EQ(found.first.operation, OperationKind::release);
}

TEST_F(DetectorOrder, AnEmptyCaptureIsANote) {
  const Plan plan;
  detector.accept(plan.get());
  const auto result = detector.finish();
  EXPECT_TRUE(result.hazards.empty());
  ASSERT_EQ(result.notes.size(), 1U);
  EXPECT_EQ(result.notes[0].kind, Note::Kind::empty_capture);
}

}  // namespace
}  // namespace fencepost::checker
