#include <fencepost/checker/report/bad_order_lanes.h>
#include <fencepost/traces/parser.h>

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lanes(std::string_view text) {
  const auto schedule = parse(text);
  const Report report = audit(*schedule, {.rules = {}, .explain = true, .fixes = false, .text = text});
  return bad_order_lanes(report.hazards.at(0), *schedule, Wording(*schedule, report, text));
}

TEST(BadOrderLanes, GiveEachStreamALane) {
  EXPECT_THAT(
      lanes(R"(fencepost 1
stream a
stream b
event e
buffer x 1KiB
kernel first stream=a writes=x
record e stream=a
kernel second stream=b reads=x
)"),
      ElementsAre(
          "    line   b                                  a",
          "    8      second                             |                                   <- second",
          "    6      |                                  first                               <- first, too late"));
}

TEST(BadOrderLanes, TheHostHasALaneToo) {
  EXPECT_THAT(
      lanes(R"(fencepost 1
stream a
buffer x 1KiB memory=pinned
kernel download stream=a writes=x
host look reads=x
)"),
      ElementsAre(
          "    line   host main                          a",
          "    5      look                               |                                   <- second",
          "    4      |                                  download                            <- first, too late"));
}

TEST(BadOrderLanes, NamesInQuotesStayWhole) {
  const std::vector<std::string> rows = lanes(R"(fencepost 1
stream a
stream b
event "my event"
buffer x 1KiB
kernel before stream=b
record "my event" stream=b
wait "my event" stream=a
kernel "gemm<float, 4>" stream=a writes=x
kernel second stream=b reads=x
)");
  EXPECT_THAT(rows, testing::Contains(testing::HasSubstr("wait \"my event\"")));
  EXPECT_THAT(rows, testing::Contains(testing::HasSubstr("gemm<float, 4>")));
}

TEST(BadOrderLanes, NothingWithoutAnOrder) {
  const auto schedule = parse("fencepost 1\n");
  const Report report;
  EXPECT_THAT(bad_order_lanes(Hazard{}, *schedule, Wording(*schedule, report, "")), IsEmpty());
}

}  // namespace
}  // namespace fencepost::checker
