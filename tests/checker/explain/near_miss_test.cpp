#include <fencepost/checker/explain/near_miss.h>

#include <vector>

#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

constexpr StreamId main_stream{0};
constexpr StreamId side_stream{1};
constexpr StreamId third_stream{2};
constexpr EventId sent{0};
constexpr EventId other{1};

/// A log written by hand; a call's number is its line.
class NearMissTest : public testing::Test {
 protected:
  OrderingCall& add(OperationKind kind, std::uint32_t line, StreamId stream, EventId event = {}) {
    OrderingCall call;
    call.kind = kind;
    call.time = {line, 0};
    call.line = line;
    call.stream = stream;
    call.thread = main_thread;
    call.event = event;
    calls.push_back(call);
    return calls.back();
  }
  OrderingCall& record(std::uint32_t line, StreamId stream, EventId event = sent) {
    return add(OperationKind::record, line, stream, event);
  }
  /// A wait bound to the call with index `bound`.
  OrderingCall& wait(std::uint32_t line, StreamId stream, std::optional<std::size_t> bound, EventId event = sent) {
    OrderingCall& call = add(OperationKind::wait, line, stream, event);
    call.bound = bound;
    return call;
  }
  static CallSite on(StreamId stream, std::uint64_t line) { return {{line, 0}, stream, main_thread}; }

  std::vector<OrderingCall> calls;
};

TEST_F(NearMissTest, NothingWasDone) {
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::missing_edge, 0, 0, {}}));
}

TEST_F(NearMissTest, ARecordThatNobodyWaitedForIsNamed) {
  record(11, main_stream);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::missing_edge, 0, 11, sent}));
}

TEST_F(NearMissTest, AWaitBoundToARecordBeforeTheAccessIsStale) {
  record(9, main_stream);
  wait(12, side_stream, 0);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::stale_record, 12, 9, sent}));
}

TEST_F(NearMissTest, AWaitMadeBeforeTheAccessWasNotMeantForIt) {
  record(8, main_stream);
  wait(9, side_stream, 0);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)).kind, NearMiss::missing_edge);
}

TEST_F(NearMissTest, AWaitBehindTheSecondAccessCountsForNothing) {
  record(9, main_stream);
  wait(21, side_stream, 0);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)).kind, NearMiss::missing_edge);
}

TEST_F(NearMissTest, AStaleWaitReachesTheSecondThroughAThirdStream) {
  record(9, main_stream);
  wait(12, third_stream, 0);
  record(13, third_stream, other);
  wait(14, side_stream, 2, other);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::stale_record, 12, 9, sent}));
}

TEST_F(NearMissTest, TheRightWaitOnAThirdStreamIsTheWrongStream) {
  record(11, main_stream);
  wait(12, third_stream, 0);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::wrong_stream, 12, 11, sent}));
}

TEST_F(NearMissTest, AWaitForAnEventNobodyRecorded) {
  wait(12, side_stream, std::nullopt);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::unrecorded_event, 12, 0, sent}));
}

TEST_F(NearMissTest, AnExternalRecordThatNoLaunchPerformedIsNoRecord) {
  OrderingCall& captured = record(9, main_stream);
  captured.captured = true;
  captured.external = true;
  wait(12, side_stream, 0);
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::unrecorded_event, 12, 0, sent}));
}

TEST_F(NearMissTest, ARefusedWaitForACapturedRecordIsACapturedOnlyFence) {
  record(11, main_stream).captured = true;
  wait(12, side_stream, 0).refused = true;
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::captured_only_fence, 12, 11, sent}));
}

TEST_F(NearMissTest, AnExternalPairInOneCaptureIsStaleExternal) {
  OrderingCall& recorded = record(11, main_stream);
  recorded.captured = true;
  recorded.external = true;
  wait(12, side_stream, 0).external = true;
  EXPECT_EQ(near_miss(calls, on(main_stream, 10), on(side_stream, 20)),
            (NearMissFinding{NearMiss::stale_external, 12, 11, sent}));
}

TEST_F(NearMissTest, CallsOrderThroughARecordAndAWait) {
  record(11, main_stream);
  wait(12, side_stream, 0);
  EXPECT_TRUE(calls_order(calls, on(main_stream, 10), on(side_stream, 20)));
  EXPECT_FALSE(calls_order(calls, on(main_stream, 11 + 1), on(side_stream, 20)));
}

TEST_F(NearMissTest, CallsOrderInsideACaptureUnlessThePairIsExternal) {
  record(11, main_stream).captured = true;
  OrderingCall& waiting = wait(12, side_stream, 0);
  EXPECT_TRUE(calls_order(calls, on(main_stream, 10), on(side_stream, 20)));
  waiting.external = true;
  EXPECT_FALSE(calls_order(calls, on(main_stream, 10), on(side_stream, 20)));
}

TEST_F(NearMissTest, CallsOrderThroughTheHost) {
  add(OperationKind::synchronize_stream, 12, main_stream);
  EXPECT_TRUE(calls_order(calls, on(main_stream, 10), on(side_stream, 20)));
  EXPECT_FALSE(calls_order(calls, on(third_stream, 10), on(side_stream, 20)));
  add(OperationKind::synchronize_device, 13, {});
  EXPECT_TRUE(calls_order(calls, on(third_stream, 10), on(side_stream, 20)));
}

}  // namespace
}  // namespace fencepost::checker
