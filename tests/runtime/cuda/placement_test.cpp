#include "gpu.h"
#include <fencepost/runtime/cuda/replay.h>

namespace fencepost::cuda {
namespace {

/// What the player makes of blocks that the driver places otherwise than the model.
class DriverPlacesBlocks : public GpuTest {
 protected:
  FileReport replay(const std::string& statements) {
    ReplayOptions options;
    Replayer replayer(*workspace_, watchdog_, options);
    return replayer.replay(
        "trace", schedule_of(statements),
        [&](const Schedule& schedule) {
          audited_ = schedule;
          return std::vector<HazardToShow>{};
        },
        [](const std::string&) { std::abort(); });
  }

  Schedule audited_;
};

/// The model hands a free block out for any size that rounds to the same; the fake driver for the same size only.
constexpr const char* sizes_that_round_alike = R"(stream main
pool driver kind=async
alloc a 512 pool=driver stream=main
kernel one stream=main writes=a
free a
alloc b 500 pool=driver stream=main
kernel two stream=main writes=b
kernel three stream=main reads=b
)";

TEST_F(DriverPlacesBlocks, SaysNothingAboutValuesOfAnotherPlacement) {
  const RunResult result = run(sizes_that_round_alike);
  ASSERT_TRUE(result.complete()) << result.not_played;
  EXPECT_TRUE(result.placed_otherwise);
  EXPECT_TRUE(result.values.empty());
}

TEST_F(DriverPlacesBlocks, FollowsTheDriver) {
  const FileReport report = replay(sizes_that_round_alike);
  EXPECT_EQ(report.outcome, FileReport::Outcome::agreed) << to_text(report);
  EXPECT_EQ(report.placed_otherwise, 0U);
  EXPECT_TRUE(audited_[2].detail->address.has_value()) << "the checker is asked about the driver's placement";
  EXPECT_NE(audited_[2].detail->address, audited_[5].detail->address);
}

TEST_F(DriverPlacesBlocks, StaysWithTheModelWhereBothAgree) {
  const FileReport report = replay(R"(stream main
pool driver kind=async
alloc a 512 pool=driver stream=main
kernel one stream=main writes=a
free a
alloc b 512 pool=driver stream=main
kernel two stream=main updates=b
)");
  EXPECT_EQ(report.outcome, FileReport::Outcome::agreed) << to_text(report);
  EXPECT_FALSE(audited_[2].detail->address.has_value());
}

TEST_F(DriverPlacesBlocks, InGraphsToo) {
  const FileReport report = replay(R"(stream main
pool driver kind=async
begin_capture graph stream=main
alloc a 512 pool=driver stream=main
kernel one stream=main writes=a
free a stream=main
alloc b 500 pool=driver stream=main
kernel two stream=main writes=b
kernel three stream=main reads=b
free b stream=main
end_capture graph
instantiate x from=graph
launch x stream=main
launch x stream=main
)");
  EXPECT_EQ(report.outcome, FileReport::Outcome::agreed) << report.reason;
  EXPECT_EQ(report.placed_otherwise, 0U);
}

}  // namespace
}  // namespace fencepost::cuda
