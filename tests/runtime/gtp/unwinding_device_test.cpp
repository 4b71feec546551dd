#include <fencepost/runtime/gtp/calls.h>

#include <runtime/gtp/recorded.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using ::testing::ElementsAre;

/// Refuses every wait.
class Refusing final : public Device {
 public:
  explicit Refusing(Device& inner) : inner_(inner) {}
  Outcome submit(const Operation& operation) override {
    Outcome outcome = inner_.submit(operation);
    if (operation.kind == OperationKind::wait) outcome.status = Status::cudaErrorInvalidValue;
    return outcome;
  }

 private:
  Device& inner_;
};

struct UnwindingTest : ::testing::Test {
  Recorder recorder;
  Refusing refusing{recorder.device()};
  Calls calls{refusing, recorder.names()};
  StreamId main = calls.stream("main");
  EventId event = calls.event("e");
};

TEST_F(UnwindingTest, PassesEverythingOnWhileAllGoesWell) {
  calls.record(event, main);
  EXPECT_FALSE(calls.failure().has_value());
  EXPECT_THAT(recorder.take(), ElementsAre("stream main", "event e", "record e stream=main"));
}

TEST_F(UnwindingTest, StopsAfterTheFirstRefusedCallAndKeepsItsStatus) {
  calls.wait(event, main);
  calls.record(event, main);
  EXPECT_EQ(calls.failure(), Failure::refused_call);
  EXPECT_EQ(calls.status(), Status::cudaErrorInvalidValue);
  EXPECT_THAT(recorder.take({"record", "wait"}), ElementsAre("wait e stream=main"));
}

TEST_F(UnwindingTest, TheFirstReasonStays) {
  calls.fail(Failure::pool_exhausted);
  calls.fail(Failure::slot_shared);
  EXPECT_EQ(calls.failure(), Failure::pool_exhausted);
  EXPECT_EQ(calls.status(), Status::success);
}

TEST_F(UnwindingTest, ACaptureThatHasBegunIsEnded) {
  const GraphId graph = calls.begin_capture("g", main);
  calls.wait(event, main);
  calls.end_capture(graph);
  calls.instantiate("x", graph);
  calls.destroy(graph);
  EXPECT_THAT(recorder.take({" g", " x"}),
              ElementsAre("begin_capture g stream=main", "end_capture g", "destroy graph g"));
}

TEST_F(UnwindingTest, ACaptureThatHasNotBegunIsNot) {
  calls.wait(event, main);
  const GraphId graph = calls.begin_capture("g", main);
  calls.end_capture(graph);
  calls.destroy(graph);
  EXPECT_THAT(recorder.take({" g"}), ElementsAre());
}

TEST_F(UnwindingTest, ABufferIsCalledAnewWhileItsNamesakeLives) {
  const BufferHandle first = calls.allocate("b", 512, main);
  const BufferHandle second = calls.allocate("b", 512, main);
  calls.release(first);
  calls.allocate("b", 512, main);
  calls.release(second);
  EXPECT_THAT(recorder.take({"alloc", "free"}), ElementsAre("alloc b 512 stream=main", "alloc b.2 512 stream=main",
                                                            "free b", "alloc b 512 stream=main", "free b.2"));
}

}  // namespace
}  // namespace fencepost::gtp::testing
