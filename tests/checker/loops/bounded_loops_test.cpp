// `repeat forever` says what any large number of turns says, and how it knows.

#include <fencepost/checker/audit.h>
#include <fencepost/traces/parser.h>

#include <set>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fencepost::checker {
namespace {

using ::testing::HasSubstr;

Report report_on(const std::string& body) {
  const auto schedule = parse("fencepost 1\n" + body, "test.trace");
  if (!schedule) {
    ADD_FAILURE() << body;
    return {};
  }
  return audit(*schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
}

using Found = std::set<std::tuple<Slug, std::uint32_t, std::uint32_t>>;

Found found_in(const Report& report) {
  Found found;
  for (const Hazard& hazard : report.hazards) found.insert({hazard.slug, hazard.first.line, hazard.second.line});
  return found;
}

/// The way back from the consumer of a slot to its next producer.
enum class WayBack { none, next_turn, same_turn };

/// A free list that gives its last block first. What goes in so that every block moves one place up
/// comes back to the same place after as many turns as there are blocks.
std::string ring(int blocks, WayBack way_back, const std::string& turns) {
  std::string text =
      "stream produce\nstream consume\nevent ready\nevent used\npool list kind=scratch\nbuffer sink 512\n";
  for (int i = 1; i <= blocks; ++i) text += fmt::format("alloc w{} 512 pool=list stream=produce\n", i);
  for (int i = 1; i <= blocks; ++i) text += fmt::format("free w{}\n", i);
  text += fmt::format("repeat {} {{\n", turns);
  for (int i = 1; i <= blocks; ++i) text += fmt::format("alloc t{} 512 pool=list stream=produce\n", i);
  if (way_back == WayBack::next_turn) text += "wait used stream=produce\n";
  text += "kernel fill stream=produce writes=t1\nrecord ready stream=produce\nwait ready stream=consume\n";
  text += "kernel use stream=consume reads=t1 updates=sink\nrecord used stream=consume\n";
  if (way_back == WayBack::same_turn) text += "wait used stream=produce\n";
  // The list gives t1 the top, t2 the block below it, and so on: position k from below is t(blocks - k).
  for (int k = 0; k < blocks; ++k) text += fmt::format("free t{}\n", blocks - (k + 1) % blocks);
  return text + "}\n";
}

class Ring : public ::testing::TestWithParam<std::tuple<int, WayBack>> {};

TEST_P(Ring, SaysWhatManyTurnsSay) {
  const auto [blocks, way_back] = GetParam();
  const Report endless = report_on(ring(blocks, way_back, "forever"));
  const Report many = report_on(ring(blocks, way_back, std::to_string(3 * blocks + 2)));
  ASSERT_FALSE(endless.error);
  ASSERT_EQ(endless.loops.size(), 1U);
  EXPECT_EQ(endless.loops[0].period, static_cast<std::uint64_t>(blocks));
  EXPECT_EQ(found_in(endless), found_in(many));
  EXPECT_EQ(endless.clean(), way_back != WayBack::none);
}

INSTANTIATE_TEST_SUITE_P(Rings, Ring,
                         ::testing::Combine(::testing::Range(1, 9),
                                            ::testing::Values(WayBack::none, WayBack::next_turn, WayBack::same_turn)));

TEST(BoundedLoops, AFaultThatNeedsTwoTurnsIsFound) {
  const Report report = report_on(
      "stream a\nstream b\nevent e\nbuffer x 8\nrepeat forever {\nkernel write stream=a writes=x\n"
      "record e stream=a\nwait e stream=b\nkernel read stream=b reads=x\n}\n");
  EXPECT_EQ(found_in(report), (Found{{Slug::overwrite_before_last_read, 10, 7}}));
}

TEST(BoundedLoops, APoolThatGrowsIsNamed) {
  const Report report = report_on(
      "stream s\npool host_memory kind=pinned\nbuffer x 8\nrepeat forever {\nalloc h 8 pool=host_memory\n"
      "begin_capture g stream=s\ncopy up stream=s from=h to=x\nrecord_stream h stream=s\nend_capture g\nfree h\n"
      "destroy graph g\n}\n");
  EXPECT_EQ(found_in(report), (Found{{Slug::pool_growth, 0, 6}}));
}

TEST(BoundedLoops, WhatCannotBeProvedIsRefused) {
  const auto refusal = [](const std::string& body) {
    const Report report = report_on(body);
    return report.error ? report.error->message : std::string();
  };
  EXPECT_THAT(refusal("stream s\nrepeat forever {\nkernel k stream=s early\n}\n"), HasSubstr("early launch"));
  EXPECT_THAT(refusal("repeat forever {\nstream s\ndestroy stream s\n}\n"), HasSubstr("queue of its own"));
  EXPECT_THAT(refusal("stream s\nbuffer x 8\nrepeat forever {\nkernel k stream=s reads=x@1\n}\n"),
              HasSubstr("value of one turn"));
  EXPECT_THAT(refusal("stream s\nrepeat forever {\nrepeat forever {\nkernel k stream=s\n}\n}\n"),
              HasSubstr("inside another"));
  EXPECT_THAT(refusal("stream s\nbegin_capture g stream=s\nrepeat forever {\nkernel k stream=s\n}\nend_capture g\n"),
              HasSubstr("goes on from turn to turn"));
}

}  // namespace
}  // namespace fencepost::checker
