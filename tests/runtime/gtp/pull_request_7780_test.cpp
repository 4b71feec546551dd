// The four tests that pull request 7780 of Megatron-LM names, on this engine and the modelled
// runtime. Each passes with the engine as it is and fails with the mutation it guards against.

#include <fencepost/properties/gtp_audit.h>

#include <set>

#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using Kind = Command::Kind;
using properties::audit_engine;
using properties::EngineAudit;

RuleSet with(std::string_view mutation) { return RuleSet{}.without(mutation_named(mutation)->breaks); }

/// The addresses on which the modelled pools placed the tenures of buffers called `name…`.
struct Placement {
  std::uint32_t region;
  std::uint64_t lo;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};
std::set<Placement> placements(const EngineAudit& audit, std::string_view name, bool captured) {
  std::set<Placement> found;
  for (const model::Generation& generation : audit.report.generations) {
    if (!generation.pooled || !audit.schedule.names()[generation.buffer].starts_with(name)) continue;
    if (generation.capture.exists() == captured) found.insert({generation.region.value, generation.lo});
  }
  return found;
}

TEST(PullRequest7780, test_full_iteration_fp32_accumulation_scratch_lifetime) {
  // More than two ranks, unregistered, asynchronous: the sum is deferred to the side stream while
  // temporaries of the compute stream look for memory.
  Configuration configuration{.blocks = 2,
                              .separate_communicators = true,
                              .fp32_accumulation = true,
                              .sum_scratch_home = ScratchHome::compute_stream,
                              .drain = DrainStyle::finalizing,
                              .activation_bytes = 512,
                              .temporaries = 8};
  ASSERT_TRUE(configuration.sums_in_fp32());
  const std::vector<Command> commands{{Kind::warm_up}, {Kind::capture}, {Kind::replay, 9}};
  const EngineAudit fixed = audit_engine({configuration, commands});
  EXPECT_TRUE(fixed.clean()) << describe(fixed);
  EXPECT_FALSE(placements(fixed, "exchanged.", true).empty());

  const EngineAudit broken = audit_engine({configuration, commands}, with("captured-sum-scratch-not-recorded"));
  EXPECT_TRUE(broken.has_hazard("reuse-before-last-read")) << describe(broken);
}

TEST(PullRequest7780, test_repeated_wgrad_reuses_one_buffer_in_full_iteration_capture) {
  // The repeated weight is the only one of its group, so its pool serves nobody else.
  const Configuration configuration{.experts = true, .storage = Storage::registered, .repeats = 3};
  const std::vector<Command> commands{{Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}};
  const EngineAudit fixed = audit_engine({configuration, commands});
  EXPECT_TRUE(fixed.clean()) << describe(fixed);
  const auto captured = placements(fixed, "send.b0w1", true);
  EXPECT_EQ(captured.size(), 1U);
  EXPECT_EQ(captured, placements(fixed, "send.b0w1", false));

  const EngineAudit broken = audit_engine({configuration, commands}, with("no-drain-before-repeated-use-in-capture"));
  EXPECT_TRUE(broken.has_failure("pool-exhausted")) << describe(broken);
  EXPECT_TRUE(broken.has_hazard("pool-exhausted-in-capture")) << describe(broken);
}

TEST(PullRequest7780, test_full_iteration_reuses_registered_scratch_after_warmup) {
  const Configuration configuration{.blocks = 2, .storage = Storage::registered};
  const std::vector<Command> commands{{Kind::warm_up}, {Kind::capture}, {Kind::reset},
                                      {Kind::warm_up}, {Kind::capture}, {Kind::reset},
                                      {Kind::warm_up}, {Kind::capture}, {Kind::replay, 2}};
  const EngineAudit fixed = audit_engine({configuration, commands});
  EXPECT_TRUE(fixed.clean()) << describe(fixed);
  EXPECT_EQ(placements(fixed, "send.", true), placements(fixed, "send.", false));

  const EngineAudit warm_up_fence = audit_engine({configuration, commands}, with("eager-fence-kept-into-capture"));
  EXPECT_TRUE(warm_up_fence.has_hazard("captured-wait-on-eager-fence")) << describe(warm_up_fence);
  const EngineAudit captured_fence = audit_engine({configuration, commands}, with("captured-fence-kept-after-reset"));
  EXPECT_TRUE(captured_fence.has_hazard("eager-wait-on-captured-fence")) << describe(captured_fence);
}

TEST(PullRequest7780, test_capture_does_not_borrow_eager_wgrad_storage) {
  const Configuration configuration{.weights_per_block = 1};
  const std::vector<Command> commands{{Kind::stash_scratch}, {Kind::capture}, {Kind::stash_scratch}, {Kind::replay},
                                      {Kind::stash_scratch}, {Kind::replay},  {Kind::stash_scratch}, {Kind::replay}};
  const EngineAudit fixed = audit_engine({configuration, commands});
  EXPECT_TRUE(fixed.clean()) << describe(fixed);
  const auto captured = placements(fixed, "wgrad.", true);
  const auto stashed = placements(fixed, "stashed", false);
  // The eager pool still gives its one buffer out, and the graph has another.
  EXPECT_EQ(stashed.size(), 1U);
  EXPECT_FALSE(captured.empty());
  EXPECT_FALSE(captured.contains(*stashed.begin()));

  const EngineAudit broken = audit_engine({configuration, commands}, with("capture-borrows-eager-scratch"));
  EXPECT_TRUE(broken.has_hazard("capture-borrows-eager-bytes")) << describe(broken);
  EXPECT_TRUE(placements(broken, "wgrad.", true).contains(*stashed.begin()));
}

}  // namespace
}  // namespace fencepost::gtp::testing
