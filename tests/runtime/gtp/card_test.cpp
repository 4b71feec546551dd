// The four tests that pull request 7780 of Megatron-LM names, on a GPU: the engine's schedules are
// played in lockstep with the model, every value is compared, and each mutation is made to show.

#include "runtime/cuda/gpu.h"
#include <fencepost/properties/gtp_audit.h>
#include <fencepost/runtime/cuda/replay.h>
#include <fencepost/traces/printer.h>

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using Kind = Command::Kind;

class PullRequest7780OnCard : public cuda::GpuTest {
 protected:
  /// Plays what the engine issues, once as it is, and aimed at each hazard that the audit found.
  cuda::FileReport play(const Scenario& scenario, std::string_view mutation = {}) {
    return play_in(*workspace_, scenario, mutation);
  }
  cuda::FileReport play_in(cuda::Workspace& workspace, const Scenario& scenario, std::string_view mutation,
                           std::uint32_t seeded_runs = 2) {
    const RuleSet rules = mutation.empty() ? RuleSet{} : RuleSet{}.without(mutation_named(mutation)->breaks);
    const properties::EngineAudit audit = properties::audit_engine(scenario, rules);
    EXPECT_EQ(audit.clean(), mutation.empty()) << describe(audit);
    std::vector<cuda::HazardToShow> hazards;
    for (const checker::Hazard& hazard : audit.report.hazards) {
      hazards.push_back({std::string(name(hazard.slug)), hazard.question == checker::Question::order, hazard.first.line,
                         hazard.second.line, hazard.first.executable, hazard.region, hazard.lo, hazard.hi});
    }
    cuda::ReplayOptions options;
    options.aimed_runs = hazards.empty() ? 0 : 10;
    options.relinearise = !hazards.empty();
    options.patience = std::chrono::seconds(60);  // a launch may have tens of thousands of nodes
    options.seeded_runs = hazards.empty() ? seeded_runs : 0;
    cuda::Replayer replayer(workspace, watchdog_, options);
    return replayer.replay(
        "engine", audit.schedule, [&](const Schedule&) { return hazards; }, [](const std::string&) { std::abort(); });
  }

  void expect_agreement(const Scenario& scenario) {
    const cuda::FileReport report = play(scenario);
    EXPECT_EQ(report.outcome, cuda::FileReport::Outcome::agreed) << to_text(report);
    EXPECT_EQ(report.wrong_runs, 0U);
  }
  void expect_shown(const Scenario& scenario, std::string_view mutation) {
    const cuda::FileReport report = play(scenario, mutation);
    EXPECT_EQ(report.outcome, cuda::FileReport::Outcome::agreed) << to_text(report);
    EXPECT_TRUE(std::ranges::any_of(report.hazards, [](const auto& hazard) { return hazard.shown > 0; }))
        << to_text(report);
  }
  /// The fault is a status: the card must answer as the model says.
  void expect_status(const Scenario& scenario, std::string_view mutation) {
    const cuda::FileReport report = play(scenario, mutation);
    EXPECT_EQ(report.outcome, cuda::FileReport::Outcome::agreed) << to_text(report);
  }
};

TEST_F(PullRequest7780OnCard, test_full_iteration_fp32_accumulation_scratch_lifetime) {
  const Scenario scenario{{.blocks = 2,
                           .separate_communicators = true,
                           .fp32_accumulation = true,
                           .sum_scratch_home = ScratchHome::compute_stream,
                           .drain = DrainStyle::finalizing,
                           .activation_bytes = 512,
                           .temporaries = 8},
                          {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 9}}};
  expect_agreement(scenario);
  expect_shown(scenario, "captured-sum-scratch-not-recorded");
}

TEST_F(PullRequest7780OnCard, test_repeated_wgrad_reuses_one_buffer_in_full_iteration_capture) {
  const Scenario scenario{{.experts = true, .storage = Storage::registered, .repeats = 3},
                          {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}}};
  expect_agreement(scenario);
  // Its own fault is the pool's refusal, which no card sees; that of the drain it skips is a value.
  expect_shown({{.experts = true, .separate_communicators = true, .storage = Storage::registered, .repeats = 3},
                {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}}},
               "repeated-drain-without-fence");
}

TEST_F(PullRequest7780OnCard, test_full_iteration_reuses_registered_scratch_after_warmup) {
  const Scenario scenario{
      {.blocks = 2, .storage = Storage::registered},
      {{Kind::warm_up}, {Kind::capture}, {Kind::reset}, {Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}}};
  expect_agreement(scenario);
  expect_status(scenario, "eager-fence-kept-into-capture");
  expect_status(scenario, "captured-fence-kept-after-reset");
}

TEST_F(PullRequest7780OnCard, test_capture_does_not_borrow_eager_wgrad_storage) {
  const Scenario scenario{{.weights_per_block = 1},
                          {{Kind::stash_scratch},
                           {Kind::capture},
                           {Kind::stash_scratch},
                           {Kind::replay},
                           {Kind::stash_scratch},
                           {Kind::replay},
                           {Kind::stash_scratch},
                           {Kind::replay}}};
  expect_agreement(scenario);
  // Replays and the eager owner of the bytes run on one stream here: the fault is whose bytes they are.
  expect_status(scenario, "capture-borrows-eager-scratch");
}

/// P1: nothing orders the handoff, but nodes created in the order of the capture happen to keep it.
TEST_F(PullRequest7780OnCard, AHandoffThatIsNoEdgeShowsWhenNodesAreCreatedInAnotherOrder) {
  const Configuration full{.blocks = 2, .separate_communicators = true, .fp32_accumulation = true};
  const Configuration local{.mode = GraphMode::local,
                            .weights_per_block = 3,
                            .separate_communicators = true,
                            .storage = Storage::ring,
                            .ring_size = 3};
  const std::vector<Command> commands{{Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}};
  expect_agreement({full, commands});
  expect_shown({full, commands}, "external-events-in-full-iteration");
  expect_agreement({local, commands});
  expect_shown({local, commands}, "external-events-inside-local-graphs");
}

/// P13: the option moves captured scratch, and every value stays what it was.
TEST_F(PullRequest7780OnCard, TheAllocatorsReuseInCapturesChangesNoValue) {
  Configuration job{.separate_communicators = true,
                    .fp32_accumulation = true,
                    .sum_scratch_home = ScratchHome::compute_stream,
                    .microbatches = 4,
                    .handles_record_streams = true,
                    .activation_bytes = 512};
  for (const bool reuses : {false, true}) {
    job.reuses_recorded_blocks = reuses;
    expect_agreement({job, {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 9}}});
  }
  const Mutation& forgetful = *mutation_named("only-the-library-recorded");
  expect_shown(forgetful.scenario, forgetful.name);
}

TEST_F(PullRequest7780OnCard, WindowsAndBatchesOfExpertsComputeWhatTheReferenceComputes) {
  const std::vector<Command> commands{{Kind::warm_up}, {Kind::capture}, {Kind::replay, 3}};
  expect_agreement(
      {{.blocks = 2, .experts = true, .storage = Storage::registered, .registered_gathers = true}, commands});
  expect_agreement(
      {{.blocks = 2, .experts = true, .local_experts = 4, .registered_gathers = true, .fp32_accumulation = true},
       commands});
}

TEST_F(PullRequest7780OnCard, AJobOfRealisticSizeComputesWhatTheReferenceComputes) {
  const auto large = cuda::Workspace::make({.cells = 1U << 16U, .log_entries = 1U << 24U, .authors = 1U << 18U});
  ASSERT_TRUE(large.has_value()) << large.error();
  const Scenario scenario{{.blocks = 100,
                           .weights_per_block = 6,
                           .embeddings = true,
                           .separate_communicators = true,
                           .fp32_accumulation = true,
                           .microbatches = 4},
                          {{Kind::warm_up}, {Kind::capture}, {Kind::replay, 9}}};
  const cuda::FileReport report = play_in(**large, scenario, {}, 0);
  EXPECT_EQ(report.outcome, cuda::FileReport::Outcome::agreed) << to_text(report);
  EXPECT_EQ(report.wrong_runs, 0U);
  EXPECT_GT(report.calls, 50'000U);
}

}  // namespace
}  // namespace fencepost::gtp::testing
