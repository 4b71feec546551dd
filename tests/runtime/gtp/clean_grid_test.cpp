// The whole engine is clean: a grid over the axes, each corner with a life of captures, replays,
// resets, eager steps and noise.

#include "properties/environment.h"
#include <fencepost/properties/gtp_audit.h>

#include <cstdint>

#include <gtest/gtest.h>

namespace fencepost::gtp::testing {
namespace {

using Kind = Command::Kind;

const std::vector<Command> recapturing{{Kind::warm_up},    {Kind::warm_up},  {Kind::capture}, {Kind::replay, 2},
                                       {Kind::eager_step}, {Kind::replay},   {Kind::reset},   {Kind::warm_up},
                                       {Kind::capture},    {Kind::replay, 2}};
const std::vector<Command> interleaved{
    {Kind::warm_up},    {Kind::capture}, {Kind::replay, 2},     {Kind::allocate_noise}, {Kind::eager_step},
    {Kind::free_noise}, {Kind::replay},  {Kind::stash_scratch}, {Kind::replay},         {Kind::change_microbatches, 3},
    {Kind::eager_step}, {Kind::capture}, {Kind::replay, 2}};

struct Corner {
  GraphMode mode;
  Storage storage;
  DrainStyle drain;
};

class CleanGrid : public ::testing::TestWithParam<Corner> {};

/// One of 256 ways to set the remaining axes.
Configuration vary(const Corner& corner, std::uint32_t bits) {
  const auto bit = [bits](std::uint32_t number) { return (bits >> number & 1U) != 0; };
  Configuration configuration;
  configuration.mode = corner.mode;
  configuration.storage = corner.storage;
  configuration.drain = corner.drain;
  configuration.blocks = 2;
  configuration.weights_per_block = 3;
  configuration.temporaries = 2;
  configuration.fp32_accumulation = bit(0);
  configuration.padding = bit(1);
  configuration.embeddings = bit(2);
  configuration.experts = bit(3);
  configuration.publication = bit(4);
  configuration.recompute = bit(5);
  configuration.shared_first_weight = bit(6);
  configuration.repeats = bit(7) ? 3 : 1;
  configuration.chains = bit(0) ? ChainMix::mixed : bit(1) ? ChainMix::ungraphed : ChainMix::graphed;
  configuration.microbatches = bit(2) ? 2 : 1;
  configuration.sum_scratch_home = bit(1) ? ScratchHome::compute_stream : ScratchHome::reduce_scatter_stream;
  configuration.foreign_gradients = corner.storage == Storage::registered && bit(0);
  configuration.separate_communicators = bit(3) != bit(4);
  configuration.registered_gathers = bit(6);
  configuration.local_experts = bit(7) && corner.storage != Storage::registered ? 2 : 1;
  configuration.reuses_recorded_blocks = bit(4);
  configuration.torch = bit(5) ? TorchVersion::torch_main : TorchVersion::torch_2_11;
  configuration.activation_bytes = bit(5) != bit(6) ? 512 : 0;
  configuration.ring_size = 4;
  configuration.runner_streams = 1 + (bits >> 4U) % 3;
  const bool persistent = corner.storage == Storage::registered || !configuration.padding;
  configuration.completion_before_phase_two =
      corner.storage != Storage::plain && persistent && !configuration.sums_in_fp32();
  return configuration;
}

TEST_P(CleanGrid, HasNoHazard) {
  // Every third way, or, where each takes ten times as long, every ninth.
  const std::uint32_t step = properties::from_environment("FENCEPOST_GTP_TEST_SMALL", 0) != 0 ? 9 : 3;
  std::uint32_t judged = 0;
  for (std::uint32_t bits = 0; bits < 256; bits += step) {
    const Configuration configuration = vary(GetParam(), bits);
    if (refusal(configuration)) continue;
    ++judged;
    const auto audit = properties::audit_engine({configuration, bits % 2 == 0 ? recapturing : interleaved});
    ASSERT_TRUE(audit.clean()) << describe(configuration) << '\n' << describe(audit);
  }
  EXPECT_GE(judged, 30 / step);
}

INSTANTIATE_TEST_SUITE_P(Corners, CleanGrid,
                         ::testing::Values(Corner{GraphMode::eager, Storage::plain, DrainStyle::cascade},
                                           Corner{GraphMode::eager, Storage::plain, DrainStyle::finalizing},
                                           Corner{GraphMode::eager, Storage::plain, DrainStyle::end_of_step},
                                           Corner{GraphMode::eager, Storage::registered, DrainStyle::cascade},
                                           Corner{GraphMode::eager, Storage::registered, DrainStyle::finalizing},
                                           Corner{GraphMode::full_iteration, Storage::plain, DrainStyle::cascade},
                                           Corner{GraphMode::full_iteration, Storage::plain, DrainStyle::finalizing},
                                           Corner{GraphMode::full_iteration, Storage::plain, DrainStyle::end_of_step},
                                           Corner{GraphMode::full_iteration, Storage::registered, DrainStyle::cascade},
                                           Corner{GraphMode::full_iteration, Storage::registered,
                                                  DrainStyle::finalizing},
                                           Corner{GraphMode::local, Storage::ring, DrainStyle::cascade},
                                           Corner{GraphMode::local, Storage::ring, DrainStyle::finalizing},
                                           Corner{GraphMode::local, Storage::arena, DrainStyle::cascade},
                                           Corner{GraphMode::local, Storage::registered, DrainStyle::cascade},
                                           Corner{GraphMode::local, Storage::plain, DrainStyle::cascade}));

}  // namespace
}  // namespace fencepost::gtp::testing
