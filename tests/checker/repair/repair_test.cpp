#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/parser.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::IsEmpty;
using testing::Not;

Report audited(std::string_view trace, bool fixes = true) {
  return audit(*parse(trace), {.rules = {}, .explain = true, .fixes = fixes, .text = trace});
}

/// Every fix of every hazard really mends it.
void expect_fixes_hold(std::string_view trace, const Report& report) {
  for (const Hazard& hazard : report.hazards) {
    EXPECT_THAT(hazard.fixes, Not(IsEmpty())) << name(hazard.slug);
    for (const Fix& fix : hazard.fixes) {
      EXPECT_TRUE(fix.verified);
      const Report after = audited(apply_edits(trace, fix.edits), false);
      for (const Hazard& left : after.hazards) {
        EXPECT_NE(left.fingerprint, hazard.fingerprint) << fix.summary;
      }
    }
  }
}

constexpr std::string_view stale = R"(fencepost 1
stream one
stream two
event done
buffer tensor 512B
kernel read_early stream=one reads=tensor
record done stream=one
kernel read_late stream=one reads=tensor
wait done stream=two
kernel write stream=two writes=tensor
)";

TEST(Repair, AStaleRecordIsMovedBehindTheAccess) {
  const Report report = audited(stale);
  ASSERT_EQ(report.hazards.size(), 1U);
  expect_fixes_hold(stale, report);
  const Fix& best = report.hazards[0].fixes.front();
  EXPECT_EQ(best.waits_added, 0U);
  EXPECT_EQ(apply_edits(stale, best.edits), R"(fencepost 1
stream one
stream two
event done
buffer tensor 512B
kernel read_early stream=one reads=tensor
kernel read_late stream=one reads=tensor
record done stream=one
wait done stream=two
kernel write stream=two writes=tensor
)");
}

// Moving the record would take it away from the wait on three, which needs it on line 7.
TEST(Repair, AFixThatBreaksSomethingElseIsDropped) {
  constexpr std::string_view trace = R"(fencepost 1
stream one
stream two
stream three
event done
buffer tensor 512B
buffer other 512B
kernel make stream=one reads=tensor writes=other
record done stream=one
wait done stream=three
kernel use stream=three reads=other
kernel read_late stream=one reads=tensor
wait done stream=two
kernel write stream=two writes=tensor
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  expect_fixes_hold(trace, report);
  for (const Fix& fix : report.hazards[0].fixes) {
    EXPECT_TRUE(audited(apply_edits(trace, fix.edits), false).clean()) << fix.summary;
    EXPECT_EQ(fix.edits.front().kind, Edit::Kind::insert_before);
  }
}

TEST(Repair, AMissingEdgeIsAdded) {
  constexpr std::string_view trace = R"(fencepost 1
stream one
stream two
buffer tensor 512B
kernel read stream=one reads=tensor
kernel write stream=two writes=tensor
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  ASSERT_EQ(report.hazards[0].fixes.size(), 1U);
  const Fix& fix = report.hazards[0].fixes.front();
  EXPECT_EQ(fix.waits_added, 1U);
  EXPECT_EQ(apply_edits(trace, fix.edits), R"(fencepost 1
event done
stream one
stream two
buffer tensor 512B
kernel read stream=one reads=tensor
record done stream=one
wait done stream=two
kernel write stream=two writes=tensor
)");
}

TEST(Repair, AnExternalPairInOneGraphBecomesInternal) {
  constexpr std::string_view trace = R"(fencepost 1
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
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  expect_fixes_hold(trace, report);
  const Fix& best = report.hazards[0].fixes.front();
  EXPECT_EQ(best.waits_added, 0U);
  ASSERT_EQ(best.edits.size(), 2U);
  EXPECT_EQ(best.edits[0].text, "record ready stream=main");
  EXPECT_EQ(best.edits[1].text, "wait ready stream=side");
}

TEST(Repair, ACapturedFenceIsRecordedEagerlyOrExternally) {
  constexpr std::string_view trace = R"(fencepost 1
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
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  expect_fixes_hold(trace, report);
}

TEST(Repair, AForkWithoutAJoinIsJoined) {
  constexpr std::string_view trace = R"(fencepost 1
stream main
stream side
event fork
buffer x 4KiB
begin_capture step stream=main
record fork stream=main
wait fork stream=side
kernel write stream=side writes=x
end_capture step
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_EQ(report.hazards[0].slug, Slug::capture_unjoined);
  expect_fixes_hold(trace, report);
}

TEST(Repair, TheHostWaitsBeforeItTouchesWhatACopyReads) {
  constexpr std::string_view trace = R"(fencepost 1
stream main
buffer staging 4KiB memory=pinned
buffer x 4KiB
copy upload stream=main from=staging to=x
host refill writes=staging
)";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_EQ(report.hazards[0].slug, Slug::host_staging_race);
  expect_fixes_hold(trace, report);
}

TEST(Repair, ExpectationsDoNotStandInTheWay) {
  std::string trace(stale);
  trace += "expect hazard overwrite-before-last-read first=8 second=10\n";
  const Report report = audited(trace);
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_THAT(report.hazards[0].fixes, Not(IsEmpty()));
}

TEST(Repair, WithoutTheTextThereIsNoFix) {
  const Report report = audit(*parse(stale), {.rules = {}, .explain = true, .fixes = true, .text = {}});
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_THAT(report.hazards[0].fixes, IsEmpty());
}

TEST(Repair, IsNotAskedForWhenFixesAreOff) { EXPECT_THAT(audited(stale, false).hazards.at(0).fixes, IsEmpty()); }

}  // namespace
}  // namespace fencepost::checker
