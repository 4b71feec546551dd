#include <fencepost/checker/picture/dot.h>
#include <fencepost/traces/parser.h>

#include <checker/picture/two_streams.h>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string dot(std::string_view trace) {
  const Schedule schedule = *parse(trace);
  const Report report = audit(schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
  std::ostringstream out;
  EXPECT_TRUE(write_dot(out, schedule, report));
  return out.str();
}

// Vertex 0 is the declaration of x, which orders nothing.
TEST(Dot, DrawsCausesWithReasonsAndHazardsInRed) {
  EXPECT_EQ(dot(two_streams),
            "digraph causes {\n"
            "  rankdir=TB;\n"
            "  node [fontname=monospace];\n"
            "  v1 [shape=box, label=\"6: a\\nmain\"];\n"
            "  v2 [shape=box, label=\"7: record sent\\nmain\"];\n"
            "  v3 [shape=box, label=\"8: wait sent\\nrs\"];\n"
            "  v4 [shape=box, label=\"9: b\\nrs\"];\n"
            "  v5 [shape=box, label=\"10: c\\nmain\"];\n"
            "  v1 -> v2 [label=\"stream\"];\n"
            "  v2 -> v3 [label=\"event sent\"];\n"
            "  v2 -> v5 [label=\"stream\"];\n"
            "  v3 -> v4 [label=\"stream\"];\n"
            "  v4 -> v5 [dir=none, color=red, fontcolor=red, constraint=false, label=\"overwrite-before-last-read\"];\n"
            "}\n");
}

// The second wait says what the first and the stream say already.
TEST(Dot, LeavesOutWhatAPathImplies) {
  const std::string picture = dot(R"(fencepost 1
stream one
stream two
event early
event late
record early stream=one
record late stream=one
wait late stream=two
wait early stream=two
)");
  EXPECT_THAT(picture, HasSubstr("v1 -> v2 [label=\"event late\"]"));
  EXPECT_THAT(picture, Not(HasSubstr("event early")));
}

TEST(Dot, QuotesWhatGraphvizWouldMisread) {
  EXPECT_THAT(dot("fencepost 1\nstream s\nkernel \"a \\\"b\\\"\" stream=s\n"),
              HasSubstr("label=\"3: a \\\"b\\\"\\ns\""));
}

TEST(Dot, RefusesWhatIsTooLarge) {
  const Schedule schedule = *parse(two_streams);
  std::ostringstream out;
  EXPECT_FALSE(write_dot(out, schedule, {}, 4));
  EXPECT_THAT(out.str(), IsEmpty());
}

}  // namespace
}  // namespace fencepost::checker
