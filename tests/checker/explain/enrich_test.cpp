#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::ElementsAre;

/// The only hazard of a trace.
Hazard only_hazard(std::string_view trace) {
  const Report report = audit(*parse(trace), {.rules = {}, .explain = true, .fixes = false, .text = {}});
  EXPECT_EQ(report.hazards.size(), 1U);
  return report.hazards.empty() ? Hazard{} : report.hazards.front();
}

// The record on line 7 covers the first read; the write on two comes after that and not after line 8.
TEST(Enrich, NamesTheStaleRecordAndOneBadOrder) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream one
stream two
event done
buffer tensor 512B
kernel read_early stream=one reads=tensor
record done stream=one
kernel read_late stream=one reads=tensor
wait done stream=two
kernel write stream=two writes=tensor
)");
  EXPECT_EQ(hazard.near_miss, NearMiss::stale_record);
  EXPECT_EQ(hazard.near_miss_line, 9U);
  EXPECT_EQ(hazard.near_miss_record_line, 7U);
  EXPECT_EQ(hazard.common_line, 7U);
  EXPECT_THAT(hazard.bad_order, ElementsAre(7U, 9U, 10U, 8U));
  EXPECT_EQ(hazard.second_in_bad_order, 2U);
}

TEST(Enrich, NothingBeforeBothMeansNoCommonPoint) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream one
stream two
buffer tensor 512B
kernel read stream=one reads=tensor
kernel write stream=two writes=tensor
)");
  EXPECT_EQ(hazard.near_miss, NearMiss::missing_edge);
  EXPECT_EQ(hazard.common_line, 0U);
  EXPECT_THAT(hazard.bad_order, ElementsAre(6U, 5U));
}

// Line 7 runs in both launches: the first launch comes before both ends, the second is where it goes
// wrong.
TEST(Enrich, TellsTheSecondEndFromAnEarlierLaunchOfItsLine) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream one
stream two
event done
buffer tensor 512B
begin_capture step stream=one
kernel write stream=one writes=tensor
end_capture step
instantiate run from=step
launch run stream=one
record done stream=one
wait done stream=two
kernel read stream=two reads=tensor
launch run stream=one
)");
  EXPECT_EQ(hazard.first.line, 13U);
  EXPECT_EQ(hazard.second.launch_line, 14U);
  ASSERT_LT(hazard.second_in_bad_order, hazard.bad_order.size());
  EXPECT_EQ(hazard.bad_order[hazard.second_in_bad_order], 7U);
  EXPECT_EQ(hazard.bad_order.back(), 13U);
}

// Internal records and waits leave no node; the stale one is found all the same.
TEST(Enrich, FindsAStaleRecordInsideACapture) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream main
stream side
event fork
event done
event join
buffer x 4KiB
begin_capture step stream=main
record fork stream=main
wait fork stream=side
record done stream=side
kernel read stream=side reads=x
wait done stream=main
kernel write stream=main writes=x
record join stream=side
wait join stream=main
end_capture step
instantiate run from=step
launch run stream=main
)");
  EXPECT_EQ(hazard.near_miss, NearMiss::stale_record);
  EXPECT_EQ(hazard.near_miss_line, 13U);
  EXPECT_EQ(hazard.near_miss_record_line, 11U);
}

TEST(Enrich, AnExternalPairIsStaleExternal) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream main
stream side
event fork
event ready
event join
buffer x 4KiB
begin_capture step stream=main
record fork stream=main
wait fork stream=side
kernel write stream=main writes=x
record ready stream=main external
wait ready stream=side external
kernel read stream=side reads=x
record join stream=side
wait join stream=main
end_capture step
instantiate run from=step
launch run stream=main
)");
  EXPECT_EQ(hazard.near_miss, NearMiss::stale_external);
  EXPECT_EQ(hazard.near_miss_line, 13U);
  EXPECT_EQ(hazard.near_miss_record_line, 12U);
}

TEST(Enrich, ACapturedFenceUsedEagerlyIsNamed) {
  const Hazard hazard = only_hazard(R"(fencepost 1
stream main
stream side
event sent
buffer x 4KiB
begin_capture step stream=main
kernel write stream=main writes=x
record sent stream=main
end_capture step
instantiate run from=step
launch run stream=main
wait sent stream=side
)");
  EXPECT_EQ(hazard.slug, Slug::eager_wait_on_captured_fence);
  EXPECT_EQ(hazard.near_miss, NearMiss::captured_only_fence);
  EXPECT_EQ(hazard.near_miss_line, 12U);
  EXPECT_EQ(hazard.near_miss_record_line, 8U);
}

}  // namespace
}  // namespace fencepost::checker
