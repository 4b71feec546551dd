// P1 to P13: each holds for the whole engine, about something, and is broken by the mutation that
// its pull request mended.

#include <fencepost/properties/gtp_history.h>
#include <fencepost/properties/gtp_suite.h>
#include <fencepost/runtime/gtp/mutation.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace fencepost::properties {

inline void PrintTo(const GtpProperty& property, std::ostream* out) { *out << property.number; }

namespace {

struct Guard {
  std::string_view property;
  std::string_view mutation;
};

inline void PrintTo(const Guard& guard, std::ostream* out) { *out << guard.property << " with " << guard.mutation; }

const GtpProperty& named(std::string_view number) {
  return *std::ranges::find(gtp_properties(), number, &GtpProperty::number);
}

std::string joined(const Observation& observation) {
  std::string out;
  for (const std::string& breach : observation.breaches) out += breach + '\n';
  return out;
}

class EveryProperty : public ::testing::TestWithParam<Guard> {};

TEST_P(EveryProperty, HoldsForTheWholeEngineAndNotForTheMutation) {
  const gtp::Mutation& mutation = *gtp::mutation_named(GetParam().mutation);
  const GtpProperty& property = named(GetParam().property);
  const Observation whole = observe(property, mutation.scenario);
  EXPECT_TRUE(whole.breaches.empty()) << joined(whole);
  const Observation broken = observe(property, mutation.scenario, gtp::RuleSet{}.without(mutation.breaks));
  EXPECT_FALSE(broken.breaches.empty());
}

INSTANTIATE_TEST_SUITE_P(
    PullRequest7780, EveryProperty,
    ::testing::Values(Guard{"P1", "external-events-in-full-iteration"}, Guard{"P2", "captured-scratch-not-recorded"},
                      Guard{"P2", "padded-copy-not-recorded"}, Guard{"P3", "captured-sum-scratch-not-recorded"},
                      Guard{"P4", "capture-borrows-eager-scratch"}, Guard{"P5", "capture-pushes-to-eager-pool"},
                      Guard{"P6", "captured-reuse-without-fence"}, Guard{"P7", "eager-fence-kept-into-capture"},
                      Guard{"P8", "captured-fence-kept-after-reset"},
                      Guard{"P9", "no-drain-before-repeated-use-in-capture"},
                      Guard{"P10", "repeated-drain-without-fence"}, Guard{"P11", "replay-changes-host-state"},
                      Guard{"P12", "capture-keeps-registered-buffer"}, Guard{"P13", "only-the-library-recorded"}));

/// How many places the gradients of a capture have had.
std::size_t places_of_captured_gradients(const gtp::Configuration& configuration) {
  const EngineAudit audit =
      audit_engine({configuration, {{gtp::Command::Kind::warm_up}, {gtp::Command::Kind::capture}}});
  EXPECT_TRUE(audit.clean()) << describe(audit);
  const GtpHistory history(audit);
  std::set<std::pair<std::uint32_t, std::uint64_t>> places;
  for (const Tenure& tenure : history.tenures()) {
    const bool gradient = tenure.name.starts_with("wgrad.") || tenure.name.starts_with("send.");
    if (tenure.capture != 0 && gradient) places.insert({tenure.generation->region.value, tenure.generation->lo});
  }
  return places.size();
}

/// P13 in figures. Two weights, the second of them reduced on X: without reuse each of its reductions
/// keeps a place of its own until the capture ends; the head reduces on the compute stream and takes
/// one place again and again.
TEST(GtpProperties, CapturedScratchGrowsWithTheReductionsUnlessTheAllocatorReusesIt) {
  gtp::Configuration job{.separate_communicators = true, .activation_bytes = 512};
  const auto places = [&](bool reuses, std::uint32_t microbatches) {
    job.reuses_recorded_blocks = reuses;
    job.microbatches = microbatches;
    return places_of_captured_gradients(job);
  };
  EXPECT_EQ(places(false, 2), places(false, 1) + 1);
  EXPECT_EQ(places(false, 4), places(false, 1) + 3);
  EXPECT_EQ(places(false, 8), places(false, 1) + 7);
  EXPECT_EQ(places(true, 8), places(true, 2));
  EXPECT_LT(places(true, 8), places(false, 8));
}

TEST(GtpProperties, TheOptionDoesNotConcernRegisteredBuffers) {
  gtp::Configuration job{.storage = gtp::Storage::registered, .microbatches = 4};
  const std::size_t without = places_of_captured_gradients(job);
  job.reuses_recorded_blocks = true;
  EXPECT_EQ(places_of_captured_gradients(job), without);
  EXPECT_GT(without, 0U);
}

TEST(GtpProperties, AreThirteenInOrderEachWithASentence) {
  ASSERT_EQ(gtp_properties().size(), 13U);
  for (std::size_t index = 0; index < gtp_properties().size(); ++index) {
    EXPECT_EQ(gtp_properties()[index].number, "P" + std::to_string(index + 1));
    EXPECT_FALSE(gtp_properties()[index].statement.empty());
  }
}

/// A fence is an event, not one record of it: it loses its reader when the event is recorded again on
/// another stream while the buffer is free (corpus megatron/fence-recorded-again-elsewhere). The engine
/// cannot do that: outside of captures each such event is recorded on one stream for its whole life.
TEST(GtpProperties, AFenceIsRecordedOnOneStreamForEver) {
  GtpSettings settings;
  settings.generator = GtpGeneratorSettings::small();
  const GtpSuite suite(settings);
  std::size_t fences = 0;
  for (std::uint64_t number = 0; number < 300; ++number) {
    const EngineAudit audit = audit_engine(suite.scenario(number));
    const GtpHistory history(audit);
    std::map<EventId, std::set<StreamId>> streams;
    for (std::size_t index = 0; index < audit.schedule.size(); ++index) {
      const Operation operation = audit.schedule[index];
      if (operation.kind != OperationKind::record || history.capture_of(index) != 0) continue;
      const std::string_view name = audit.schedule.names()[operation.event()];
      if (name.starts_with("reduced.") || name.starts_with("added.")) {
        streams[operation.event()].insert(operation.stream);
      }
    }
    for (const auto& [event, recorded_on] : streams) {
      EXPECT_EQ(recorded_on.size(), 1U) << audit.schedule.names()[event] << " in case " << number;
    }
    fences += streams.size();
  }
  EXPECT_GT(fences, 500U);
}

/// The generator never makes such a job, since it cannot work: it must not fail quietly.
TEST(GtpProperties, ARegisteredJobThatWasNotWarmedUpFailsLoudly) {
  const EngineAudit audit = audit_engine({{.storage = gtp::Storage::registered}, {{gtp::Command::Kind::capture}}});
  EXPECT_TRUE(audit.has_failure("pool-exhausted"));
  EXPECT_TRUE(audit.has_hazard("pool-exhausted-in-capture"));
}

TEST(GtpProperties, AnEagerJobHasNothingThatTheySpeakAbout) {
  const gtp::Scenario eager{{.mode = gtp::GraphMode::eager}, gtp::mutations()[0].scenario.commands};
  for (const GtpProperty& property : gtp_properties()) {
    EXPECT_EQ(observe(property, eager).instances, 0U) << property.number;
  }
}

}  // namespace
}  // namespace fencepost::properties
