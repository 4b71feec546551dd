// Replays and who owns the bytes by then (definitions.md 13 and 20), and reads of what was not
// written.

#include "detected.h"

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::late;
using testing::Plan;
using testing::read;
using testing::write;

struct DetectorLifetime : testing::Detected {
  /// A graph whose only node writes tensor 0.
  Plan writes_tensor() {
    Plan plan;
    plan.work({}, {write(0, 8, 0)});
    return plan;
  }
};

TEST_F(DetectorLifetime, AGraphMayUseATensorThatLives) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::caching);
  script.launch(1, plan);
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorLifetime, ALaunchBeforeTheFreeIsFine) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::caching);
  script.launch(1, plan);
  free(0);
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorLifetime, ALaunchAfterTheFreeBorrowsEagerBytes) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::caching);
  free(0);
  const auto launch = script.launch(1, plan);
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::capture_borrows_eager_bytes);
  EXPECT_EQ(found.question, Question::lifetime);
  EXPECT_EQ(found.first.line, 100U);
  EXPECT_EQ(found.first.phase, Phase::captured);
  EXPECT_EQ(found.second.line, launch.execution);
  EXPECT_EQ(found.second.operation, OperationKind::launch);
  EXPECT_EQ(found.release_line, tenures[0].release_line);
}

TEST_F(DetectorLifetime, IsOneHazardForAGraphAndATensor) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::caching);
  free(0);
  for (int i = 0; i < 4; ++i) script.launch(1, plan);
  EXPECT_EQ(only().occurrences, 4U);
}

TEST_F(DetectorLifetime, RawMemoryIsReplayedAfterFree) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::raw);
  free(0);
  script.launch(1, plan);
  EXPECT_EQ(only().slug, Slug::replay_after_free);
}

TEST_F(DetectorLifetime, AGraphsOwnPoolKeepsItsBytes) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::private_pool, true);
  free(0);
  script.launch(1, plan);
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorLifetime, ScratchBytesOfAGraphMayBeCachedForEagerCode) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::scratch, true).capture = model::CaptureId{0};
  free(0);
  pooled(1, PoolKind::scratch, true);
  script.launch(1, plan);
  EXPECT_EQ(only().slug, Slug::capture_bytes_cached_for_eager);
}

TEST_F(DetectorLifetime, ButNotWhenOnlyAnotherCaptureGotThem) {
  const Plan plan = writes_tensor();
  tensor(1).capture = model::CaptureId{1};
  pooled(0, PoolKind::scratch, true).capture = model::CaptureId{0};
  free(0);
  pooled(1, PoolKind::scratch, true);
  script.launch(1, plan);
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorLifetime, ARaceOverTheBytesSaysItAll) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::caching);
  free(0);
  pooled(1, PoolKind::caching);
  script.work(2, {write(0, 8, 1)});
  script.launch(1, plan);
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::capture_borrows_eager_bytes);
  EXPECT_EQ(found.question, Question::order);
}

TEST_F(DetectorLifetime, AReplayOverwritesATensorThatLives) {
  const Plan plan = writes_tensor();
  pooled(0, PoolKind::private_pool, true);
  free(0);
  pooled(1, PoolKind::private_pool, true);
  script.work(1, {write(0, 8, 1)});
  const auto launch = script.launch(1, plan);
  const auto reader = script.work(1, {read(0, 8, 1)});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::replay_overwrites_live);
  EXPECT_EQ(found.question, Question::owner);
  EXPECT_EQ(found.first.execution, launch.execution);
  EXPECT_EQ(found.second.line, reader.execution);
}

TEST_F(DetectorLifetime, AReadBeforeAnyWriteIsFoundOnceForATensor) {
  pooled(0, PoolKind::caching);
  const auto reader = script.work(1, {read()});
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::read_of_unwritten);
  EXPECT_EQ(found.first.line, 0U);
  EXPECT_EQ(found.second.line, reader.execution);
  EXPECT_EQ(found.hand_over_line, tenures[0].allocate_line);
}

TEST_F(DetectorLifetime, AnOldOwnersValueIsUnwrittenToo) {
  pooled(0, PoolKind::caching);
  script.work(1, {write(0, 8, 0)});
  free(0);
  pooled(1, PoolKind::caching);
  script.work(1, {read(0, 8, 1)});
  EXPECT_EQ(only().slug, Slug::read_of_unwritten);
}

TEST_F(DetectorLifetime, StaticBuffersHoldData) {
  tensor(0);
  script.work(1, {read()});
  EXPECT_TRUE(all().empty());
}

TEST_F(DetectorLifetime, ACapturedUseAfterFreeIsFoundWhenTheGraphIs) {
  pooled(0, PoolKind::private_pool, true);
  free(0);
  Plan plan;
  plan.work({}, {late(read())});
  detector.accept(plan.get());
  const Hazard found = only();
  EXPECT_EQ(found.slug, Slug::use_after_free);
  EXPECT_EQ(found.second.phase, Phase::captured);
}

}  // namespace
}  // namespace fencepost::checker
