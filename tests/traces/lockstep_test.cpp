#include <fencepost/traces/draft.h>
#include <fencepost/traces/lockstep.h>

#include <deque>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

/// Gives the outcomes it was told to give, then success.
class Scripted final : public Device {
 public:
  explicit Scripted(std::deque<Outcome> outcomes) : outcomes_(std::move(outcomes)) {}
  Outcome submit(const Operation&) override {
    ++submitted;
    if (outcomes_.empty()) return {};
    const Outcome outcome = outcomes_.front();
    outcomes_.pop_front();
    return outcome;
  }
  int submitted = 0;

 private:
  std::deque<Outcome> outcomes_;
};

Outcome outcome(Status status, StatusSet possible) { return {status, possible, {}, {}}; }
Outcome outcome(Status status) { return outcome(status, status); }

void submit(Device& device, std::uint32_t line) {
  Draft draft(OperationKind::record);
  draft.operation.line = line;
  device.submit(draft.view());
}

TEST(Lockstep, AgreesWhenTheStatusIsOneOfThePossible) {
  Scripted actual({outcome(Status::cudaErrorNotReady), outcome(Status::success)});
  const StatusSet either = StatusSet(Status::success).with(Status::cudaErrorNotReady);
  Scripted expected({outcome(Status::success, either), outcome(Status::cudaErrorNotReady, either)});
  Lockstep lockstep(actual, expected);
  submit(lockstep, 2);
  submit(lockstep, 3);
  EXPECT_TRUE(lockstep.differences().empty());
}

TEST(Lockstep, KeepsWhereTheyDiffer) {
  Scripted actual({outcome(Status::success), outcome(Status::success)});
  Scripted expected({outcome(Status::success), outcome(Status::cudaErrorInvalidValue)});
  Lockstep lockstep(actual, expected);
  submit(lockstep, 2);
  submit(lockstep, 5);
  ASSERT_EQ(lockstep.differences().size(), 1U);
  EXPECT_EQ(lockstep.differences()[0],
            (Difference{1, 5, OperationKind::record, Status::success, Status::cudaErrorInvalidValue}));
}

TEST(Lockstep, ReturnsWhatTheActualDeviceAnswers) {
  Scripted actual({{Status::success, Status::success, true, Address{64}}});
  Scripted expected({outcome(Status::cudaErrorNotReady)});
  Lockstep lockstep(actual, expected);
  const Outcome result = lockstep.submit(Draft(OperationKind::query_event).view());
  EXPECT_EQ(result.ready, true);
  EXPECT_EQ(result.placed, Address{64});
}

TEST(Lockstep, StopsComparingAfterAStickyError) {
  Scripted actual({outcome(Status::cudaErrorIllegalAddress), outcome(Status::cudaErrorIllegalAddress)});
  Scripted expected({});
  Lockstep lockstep(actual, expected);
  submit(lockstep, 2);
  submit(lockstep, 3);
  EXPECT_EQ(lockstep.differences().size(), 1U);
  EXPECT_TRUE(lockstep.stopped());
  EXPECT_EQ(expected.submitted, 2);
}

TEST(Lockstep, OrdinaryErrorsDoNotStopIt) {
  Scripted actual({outcome(Status::cudaErrorInvalidValue), outcome(Status::cudaErrorInvalidValue)});
  Scripted expected({});
  Lockstep lockstep(actual, expected);
  submit(lockstep, 2);
  submit(lockstep, 3);
  EXPECT_EQ(lockstep.differences().size(), 2U);
  EXPECT_FALSE(lockstep.stopped());
}

TEST(Lockstep, OnlySomeErrorsAreSticky) {
  EXPECT_TRUE(is_sticky(Status::cudaErrorLaunchFailure));
  EXPECT_TRUE(is_sticky(Status::cudaErrorIllegalAddress));
  EXPECT_FALSE(is_sticky(Status::cudaErrorStreamCaptureInvalidated));
  EXPECT_FALSE(is_sticky(Status::success));
}

}  // namespace
}  // namespace fencepost
