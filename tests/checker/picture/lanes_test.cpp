#include <fencepost/checker/picture/lanes.h>
#include <fencepost/checker/report/page.h>
#include <fencepost/traces/parser.h>

#include <checker/picture/two_streams.h>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string lanes(std::string_view trace, const LanesStyle& style = {}) {
  const Schedule schedule = *parse(trace);
  const Report report = audit(schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  std::ostringstream out;
  write_lanes(out, schedule, report, style);
  return out.str();
}

TEST(Lanes, DrawsOneColumnForEachStreamAndAnArrowForTheWait) {
  EXPECT_EQ(lanes(two_streams, {.width = 60, .max_rows = 200, .expand_launches = true}),
            "line  main                      rs\n"
            "6     * a                       |\n"
            "7     o record sent             |\n"
            "8     +-------------------------> wait sent\n"
            "9     |                         * b <1\n"
            "10    * c <1                    |\n"
            "<1 overwrite-before-last-read: line 9 and line 10\n");
}

constexpr std::string_view graph = R"(fencepost 1
stream main
stream side
event fork
event join
buffer x 4KiB
begin_capture step stream=main
kernel a stream=main writes=x
record fork stream=main
wait fork stream=side
kernel b stream=side reads=x
record join stream=side
wait join stream=main
end_capture step
instantiate run from=step
launch run stream=main
)";

TEST(Lanes, UnfoldsALaunchIntoTheLanesItWasCapturedOn) {
  EXPECT_EQ(lanes(graph, {.width = 60, .max_rows = 200, .expand_launches = true}),
            "line  main                      side\n"
            "16    [ launch run 1            |\n"
            "8     : a                       |\n"
            "11    +-------------------------> b\n"
            "16    < end of run 1 -----------+\n");
}

TEST(Lanes, FoldsALaunchWhenAsked) {
  EXPECT_EQ(lanes(graph, {.width = 60, .max_rows = 200, .expand_launches = false}),
            "line  main\n"
            "16    [ launch run 1\n");
}

TEST(Lanes, TheHostHasALaneWhenItActs) {
  EXPECT_EQ(lanes("fencepost 1\nstream main\nalloc x 4KiB stream=main\nkernel a stream=main writes=x\n"
                  "synchronize stream main\nfree x\n",
                  {.width = 60, .max_rows = 200, .expand_launches = true}),
            "line  host main                 main\n"
            "3     * alloc x                 |\n"
            "4     |                         * a\n"
            "5     < synchronize stream -----+\n"
            "6     * free x                  |\n");
}

TEST(Lanes, CountsTheRowsItLeavesOut) {
  const std::string picture = lanes(two_streams, {.width = 60, .max_rows = 2, .expand_launches = true});
  EXPECT_THAT(picture, HasSubstr("… 3 more\n"));
  EXPECT_THAT(picture, Not(HasSubstr("wait sent")));
}

// Twelve streams do not fit; the two of the hazard are the last ones and stay.
TEST(Lanes, KeepsTheStreamsOfHazardsWhenThereIsNoRoom) {
  std::string trace = "fencepost 1\nbuffer x 4KiB\n";
  for (int i = 0; i < 12; ++i) {
    trace += fmt::format("stream s{}\n", i);
  }
  for (int i = 0; i < 10; ++i) {
    trace += fmt::format("kernel quiet{0} stream=s{0}\n", i);
  }
  trace += "kernel read stream=s10 reads=x\nkernel write stream=s11 writes=x\n";
  const std::string picture = lanes(trace);
  EXPECT_THAT(picture, HasSubstr("read <1"));
  EXPECT_THAT(picture, HasSubstr("write <1"));
  EXPECT_THAT(picture, HasSubstr("not shown for want of room: s4, s5, s6, s7, s8, s9\n"));
  std::istringstream rows(picture);
  for (std::string row; std::getline(rows, row);) {
    EXPECT_LE(columns(row), 100U) << row;
  }
}

TEST(Lanes, CutsLongNamesAndKeepsTheMark) {
  const std::string picture = lanes(R"(fencepost 1
stream one
stream two
buffer x 4KiB
kernel a_kernel_with_a_name_that_is_far_too_long_for_any_lane stream=one reads=x
kernel write stream=two writes=x
)");
  EXPECT_THAT(picture, HasSubstr("a_kernel_with_a_nam… <1"));
}

}  // namespace
}  // namespace fencepost::checker
