#include "fixture.h"

namespace fencepost::tests {

namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr int no_gpu = 77;

class OnTheCard : public CommandLine {
 protected:
  static bool has_gpu() {
    static const bool found = fencepost({"doctor"}).status == 0;
    return found;
  }
};

TEST_F(OnTheCard, DoctorSaysWhatIsBuiltAndWhetherSchedulesCanBePlayed) {
  const Finished finished = fencepost({"doctor"});
  EXPECT_THAT(finished.status, AnyOf(0, no_gpu));
  EXPECT_THAT(finished.out, AllOf(HasSubstr("runtime/cuda"),
                                  HasSubstr(finished.status == 0 ? "can be played" : "cannot be played here: ")));
}

TEST_F(OnTheCard, ReplayWithoutAGpuSaysSoAndIsSkipped) {
  if (has_gpu()) GTEST_SKIP() << "there is a GPU";
  const Finished finished = fencepost({"replay", file("a.trace", racy_trace)});
  EXPECT_EQ(finished.status, no_gpu);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err, AllOf(HasSubstr("no schedule can be played here"), HasSubstr("fencepost doctor")));
}

TEST_F(OnTheCard, BadTracesAreReportedBeforeAnybodyLooksForAGpu) {
  const Finished finished = fencepost({"replay", file("a.trace", bad_trace), folder() + "/none.trace"});
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, AllOf(HasSubstr("a.trace:2"), HasSubstr("No such file or directory")));
}

TEST_F(OnTheCard, ABadTraceIsGraverThanNoGpu) {
  const Finished finished = fencepost({"replay", file("a.trace", bad_trace), file("b.trace", clean_trace)});
  EXPECT_EQ(finished.status, 2);
}

TEST_F(OnTheCard, UnknownDelaysNameTheKnownOnes) {
  for (const char* delays : {"aimd", "seed:", "seed:x", "aimed,often"}) {
    const Finished finished = fencepost({"replay", "--delays", delays, file("a.trace", clean_trace)});
    EXPECT_EQ(finished.status, 2) << delays;
    EXPECT_THAT(finished.err, HasSubstr("none, aimed, sweep, seed:N")) << delays;
  }
}

TEST_F(OnTheCard, ReplaysAreCounted) {
  EXPECT_EQ(fencepost({"replay", "--replays", "0", file("a.trace", clean_trace)}).status, 2);
  EXPECT_EQ(fencepost({"replay"}).status, 2);
}

TEST_F(OnTheCard, ReplayShowsARaceWhenItAimsAtIt) {
  if (!has_gpu()) GTEST_SKIP() << "needs a GPU";
  const Finished finished = fencepost({"replay", "--delays", "aimed", "--replays", "10", file("a.trace", racy_trace)});
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("shown on the card, 10 of 10 runs"));
}

}  // namespace

}  // namespace fencepost::tests
