// What generated schedules look like.

#include "rapidcheck.h"
#include <fencepost/properties/campaign.h>
#include <fencepost/properties/schedule_generator.h>
#include <fencepost/traces/parser.h>
#include <fencepost/traces/printer.h>

#include <gtest/gtest.h>

namespace fencepost::properties {
namespace {

TEST(Generator, AnyTapeAtAllGivesATraceThatSurvivesPrinting) {
  EXPECT_TRUE(rc::check([](const Tape& tape) {
    const Schedule schedule = generate(tape, GeneratorSettings::small());
    const auto read_back = parse(print(schedule));
    RC_ASSERT(read_back.has_value());
    RC_ASSERT(*read_back == schedule);
  }));
}

TEST(Generator, TheSameTapeGivesTheSameSchedule) {
  const Tape tape = random_tape(3, 4, GeneratorSettings::small().tape_length());
  EXPECT_EQ(generate(tape, GeneratorSettings::small()), generate(tape, GeneratorSettings::small()));
}

TEST(Generator, AnEmptyTapeGivesDeclarationsAndOneSection) {
  const Schedule schedule = generate({}, GeneratorSettings::small());
  for (std::size_t index = 0; index < schedule.size(); ++index) EXPECT_NE(schedule[index].kind, OperationKind::launch);
  EXPECT_LT(schedule.size(), 16U);
}

TEST(Generator, CoversWhatTheCheckerIsAbout) {
  CampaignSettings settings;
  settings.cases = 600;
  settings.agreement.ask_clocks = false;
  const Tally tally = run_campaign(settings).tally;
  EXPECT_EQ(tally.modelled, tally.cases);
  EXPECT_GT(tally.judged, tally.cases * 9 / 10);
  EXPECT_GT(tally.all_four, tally.cases / 3) << "capture, replay, reuse and external events in one schedule";
  EXPECT_GT(tally.external_pair, tally.cases / 10);
  EXPECT_GT(tally.guarded, tally.cases / 20);
  EXPECT_GT(tally.raced, tally.cases / 2);
  EXPECT_LT(tally.raced, tally.cases * 9 / 10) << "clean schedules matter as much";
  EXPECT_GT(tally.lifetime_fault, tally.cases / 20);
  EXPECT_GT(tally.refused, 0U);
  EXPECT_LT(tally.refused, tally.cases / 5) << "a refused call leaves less to judge";
}

}  // namespace
}  // namespace fencepost::properties
