#include "fake_runtime.h"
#include "gpu.h"
#include <fencepost/runtime/cuda/wrong_value_text.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

namespace fencepost::cuda {
namespace {

using ::testing::HasSubstr;

class FakeCard : public GpuTest {
 protected:
  void TearDown() override { forget_sticky_errors(); }

  static RunOptions faulting(std::uint32_t line) {
    RunOptions options;
    options.delays = DelayPlan::fault(line);
    return options;
  }
};

constexpr const char* two_kernels = R"(stream main
stream side
event made
buffer a 4KiB
buffer b 4KiB
kernel make stream=main writes=a
record made stream=main
wait made stream=side
kernel use stream=side reads=a writes=b
synchronize device
)";

TEST_F(FakeCard, NamesTheCallThatAStickyErrorCameUpIn) {
  const auto schedule = prepared(two_kernels);
  const RunResult result = run(*schedule, faulting(7));
  ASSERT_TRUE(result.sticky_error.has_value());
  EXPECT_FALSE(result.complete());
  const std::string text = describe(*schedule, *result.sticky_error, result.progress);
  EXPECT_THAT(text, HasSubstr("cudaErrorIllegalAddress"));
  EXPECT_THAT(text, HasSubstr("main has not finished make (line 7), which has begun"));
}

TEST_F(FakeCard, NamesTheCulpritOneOperationAtATime) {
  RunOptions options = faulting(10);
  options.serialised = true;
  const RunResult result = run(two_kernels, options);
  ASSERT_TRUE(result.sticky_error.has_value());
  EXPECT_EQ(result.sticky_error->line, 10U);
}

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(FENCEPOST_CORPUS)) {
    if (entry.path().extension() == ".trace") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

bool is_clean(const Schedule& schedule) {
  return std::ranges::any_of(schedule.expectations(), [](const Expectation& expectation) {
    return expectation.kind == Expectation::Kind::clean;
  });
}

bool has_only_successes(const Prepared& schedule) {
  return std::ranges::all_of(schedule.steps(),
                             [](const PreparedStep& step) { return step.model.possible.contains(Status::success); });
}

TEST_F(FakeCard, ReadsTheReferencesValuesInTheWholeCorpus) {
  int played = 0;
  for (const std::filesystem::path& path : corpus()) {
    std::ifstream stream(path, std::ios::binary);
    const auto schedule = parse(std::string{std::istreambuf_iterator<char>(stream), {}}, path.string());
    ASSERT_TRUE(schedule.has_value()) << path;
    const auto made = Prepared::make(*schedule);
    if (!made || !has_only_successes(**made)) continue;
    for (const LinearOrder::Kind order : {LinearOrder::Kind::as_captured, LinearOrder::Kind::seeded}) {
      // What a hazard leaves unordered may well go wrong in another order.
      if (order == LinearOrder::Kind::seeded && !is_clean(*schedule)) continue;
      RunOptions options;
      options.order = {order, 1};
      const RunResult result = run(**made, options);
      EXPECT_TRUE(result.complete()) << path << result.not_played;
      for (const WrongValue& wrong : result.values.wrong) ADD_FAILURE() << path << ": " << describe(**made, wrong);
      for (const MissingExecution& missing : result.values.missing) {
        ADD_FAILURE() << path << ": " << describe(**made, missing);
      }
    }
    ++played;
  }
  EXPECT_GT(played, 150);
}

}  // namespace
}  // namespace fencepost::cuda
