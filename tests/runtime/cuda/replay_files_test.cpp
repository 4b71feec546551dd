#include "preparing.h"
#include <fencepost/runtime/cuda/replay_files.h>

#include <gmock/gmock.h>

namespace fencepost::cuda {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Outcome = FileReport::Outcome;

/// Lines 10 and 11 touch the same bytes on two streams; the host waits in line 12.
constexpr const char* race = R"(stream main
stream side
event made
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a
record made stream=main
wait made stream=side
kernel read stream=side reads=a writes=b
kernel overwrite stream=main writes=a
synchronize device
)";

/// Everything happens in child processes: this one never touches the GPU.
class ReplayOnTheCard : public testing::Test {
 protected:
  void SetUp() override {
    prepare_environment();
    static const Examination examination = examine_in_child();
    if (!examination.can_play) GTEST_SKIP() << "needs a GPU: " << examination.why_not;
  }

  static FileReport replay(const Schedule& schedule, const ReplayOptions& options) {
    ReplayFiles request;
    request.files = {{"race.trace", &schedule}};
    request.options = options;
    request.hazards_of = [](const Schedule& played) {
      const auto region = Prepared::make(played).value()->model().generations()[0].region;  // that of `a`
      return std::vector<HazardToShow>{
          {"overwrite-before-last-read", true, 10, 11, ExecutableId::none(), region, 0, 4096}};
    };
    FileReport result;
    replay_files(request, [&](const FileReport& report) { result = report; });
    return result;
  }
};

TEST_F(ReplayOnTheCard, ShowsAHazardThatItAimsAt) {
  ReplayOptions options;
  options.aimed_runs = 10;
  const FileReport report = replay(schedule_of(race), options);
  EXPECT_EQ(report.outcome, Outcome::agreed) << report.reason;
  ASSERT_EQ(report.hazards.size(), 1U);
  EXPECT_EQ(report.hazards[0].shown, 10U);
  EXPECT_THAT(to_text(report), HasSubstr("read (line 10) read 4096 bytes of a written by overwrite (line 11)"));
}

TEST_F(ReplayOnTheCard, SaysWhatEachStreamWaitsForWhenARunDoesNotEnd) {
  ReplayOptions options;
  options.aimed_runs = 1;
  options.delay = std::chrono::milliseconds(4000);
  options.patience = std::chrono::milliseconds(200);
  const FileReport report = replay(schedule_of(race), options);
  EXPECT_EQ(report.outcome, Outcome::hung);
  EXPECT_THAT(report.reason, AllOf(HasSubstr("the host waits in line 12"), HasSubstr("side has not finished read")));
}

TEST_F(ReplayOnTheCard, NarrowsAStickyErrorDownToOneOperation) {
  ReplayOptions options;
  options.fault_line = 7;
  const FileReport report = replay(schedule_of(race), options);
  EXPECT_EQ(report.outcome, Outcome::died);
  EXPECT_THAT(report.reason, AllOf(HasSubstr("cudaErrorIllegalAddress"), HasSubstr("make (line 7), which has begun"),
                                   HasSubstr("One operation at a time: cudaErrorIllegalAddress at line 7")));
}

}  // namespace
}  // namespace fencepost::cuda
