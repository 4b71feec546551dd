#include <fencepost/checker/minimise/dependencies.h>
#include <fencepost/traces/parser.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::ElementsAre;

/// The lines that stand when those in `without` are left out.
std::vector<std::uint32_t> standing(std::string_view text, const std::vector<std::uint32_t>& without) {
  const auto schedule = parse(text);
  EXPECT_TRUE(schedule.has_value());
  if (!schedule) return {};
  Selection kept(schedule->size(), 1);
  for (std::size_t i = 0; i < schedule->size(); ++i) {
    if (std::ranges::find(without, (*schedule)[i].line) != without.end()) kept[i] = 0;
  }
  Dependencies(*schedule).leave_out_dependents(kept);
  std::vector<std::uint32_t> lines;
  for (std::size_t i = 0; i < schedule->size(); ++i) {
    if (kept[i] != 0) lines.push_back((*schedule)[i].line);
  }
  return lines;
}

constexpr std::string_view captured = R"(fencepost 1
stream one
stream two
buffer x 512B
event done
begin_capture step stream=one
kernel write stream=one writes=x
record done stream=one
end_capture step
instantiate run from=step
launch run stream=two
)";

TEST(Dependencies, WorkNeedsItsStreamAndItsBuffers) {
  EXPECT_THAT(standing(captured, {4}), ElementsAre(2, 3, 5, 6, 8, 9, 10, 11));
  EXPECT_THAT(standing(captured, {3}), ElementsAre(2, 4, 5, 6, 7, 8, 9, 10));
}

TEST(Dependencies, ALaunchNeedsTheExecutableAndThatNeedsTheCapture) {
  EXPECT_THAT(standing(captured, {6}), ElementsAre(2, 3, 4, 5, 7, 8));
}

TEST(Dependencies, NothingNeedsWorkOrARecord) {
  EXPECT_THAT(standing(captured, {7, 8}), ElementsAre(2, 3, 4, 5, 6, 9, 10, 11));
}

TEST(Dependencies, ABufferThatIsAllocatedAgainNeedsOneAllocationBeforeEachUse) {
  constexpr std::string_view twice = R"(fencepost 1
stream one
alloc x 512B stream=one
kernel first stream=one writes=x
free x
alloc x 512B stream=one
kernel second stream=one writes=x
)";
  EXPECT_THAT(standing(twice, {6}), ElementsAre(2, 3, 4, 5, 7));
  EXPECT_THAT(standing(twice, {3}), ElementsAre(2, 6, 7));
}

TEST(Dependencies, TheEndsOfALoopGoTogether) {
  constexpr std::string_view loops = R"(fencepost 1
stream one
repeat 3 {
repeat 2 {
kernel work stream=one
}
}
)";
  EXPECT_THAT(standing(loops, {3}), ElementsAre(2, 4, 5, 6));
  EXPECT_THAT(standing(loops, {6}), ElementsAre(2, 3, 5, 7));
}

}  // namespace
}  // namespace fencepost::checker
