#include <fencepost/properties/gtp_generator.h>

#include <algorithm>
#include <array>

namespace fencepost::properties {

namespace {

using gtp::ChainMix;
using gtp::Command;
using gtp::Configuration;
using gtp::GraphMode;
using gtp::Storage;

template <class Value, std::size_t count>
Value pick(ChoiceSource& choices, const std::array<Value, count>& values) {
  return values[choices.choose(count)];
}

void choose_shape(ChoiceSource& choices, const GtpGeneratorSettings& settings, Configuration& job) {
  job.blocks = 1 + choices.choose(settings.max_blocks);
  job.weights_per_block = pick(choices, std::array{2U, 1U, 3U, 4U});
  job.embeddings = choices.chance(1, 3);
  job.experts = choices.chance(1, 3);
  if (job.experts) job.local_experts = pick(choices, std::array{1U, 2U, 1U, 4U, 1U, 3U, 1U, 8U});
  job.grouped = choices.chance(1, 6);
  job.group_size = pick(choices, std::array{4U, 1U, 2U, 3U, 8U});
  job.separate_communicators = choices.chance(1, 3);
  job.chains = pick(choices, std::array{ChainMix::graphed, ChainMix::ungraphed, ChainMix::mixed});
}

void choose_buffers(ChoiceSource& choices, Configuration& job) {
  const bool local = job.mode == GraphMode::local;
  job.storage = local ? pick(choices, std::array{Storage::ring, Storage::arena, Storage::plain, Storage::registered,
                                                 Storage::arena, Storage::ring})
                      : pick(choices, std::array{Storage::plain, Storage::registered, Storage::plain});
  job.ring_size = 1 + choices.choose(4);
  job.arena_generations = 1 + choices.choose(2);
  job.foreign_gradients = choices.chance(1, 4);
  job.padding = choices.chance(1, 3);
  // Reuse in captures is about scratch that several streams were recorded on.
  job.reuses_recorded_blocks = choices.chance(1, 2);
  job.handles_record_streams = choices.chance(1, job.reuses_recorded_blocks ? 2 : 4);
  job.fp32_accumulation = choices.chance(1, job.reuses_recorded_blocks ? 2 : 3);
  job.sum_scratch_home =
      choices.chance(1, 2) ? gtp::ScratchHome::compute_stream : gtp::ScratchHome::reduce_scatter_stream;
  job.registered_gathers = choices.chance(1, 4);
  job.torch = pick(
      choices, std::array{gtp::TorchVersion::torch_2_11, gtp::TorchVersion::torch_main, gtp::TorchVersion::torch_2_10});
  job.expandable_segments = choices.chance(1, 4);
  job.activation_bytes = pick(choices, std::array<std::uint64_t, 3>{0, 512, 4096});
  job.temporaries = choices.choose(4);
}

void choose_schedule(ChoiceSource& choices, Configuration& job) {
  job.asynchronous = !choices.chance(1, 8);
  job.drain =
      pick(choices, std::array{gtp::DrainStyle::cascade, gtp::DrainStyle::finalizing, gtp::DrainStyle::end_of_step});
  job.prefetch = !choices.chance(1, 6);
  job.recompute = choices.chance(1, 4);
  job.microbatches = pick(choices, std::array{1U, 2U, 1U, 2U, 1U, 4U, 1U, 8U});
  job.repeats = 1 + choices.choose(3);
  job.shared_first_weight = choices.chance(1, 4);
  job.dummy_is_added = choices.chance(1, 6);
  job.publication = choices.chance(1, 3);
  job.buckets = 1 + choices.choose(3);
  job.runner_streams = pick(choices, std::array{1U, 2U, 3U, 3U});
  job.completion_before_phase_two = !choices.chance(1, 4);
}

/// A reduction that outlives its graph may not read the graph's pool: gives up what would put it there,
/// or the overlap.
void reconcile_overlap(ChoiceSource& choices, Configuration& job) {
  const bool persistent = job.storage == Storage::ring || job.storage == Storage::arena;
  if (persistent && choices.chance(2, 3)) {
    job.padding = false;
    job.fp32_accumulation = false;
  }
  const bool sends_from_pool =
      job.storage == Storage::plain || job.sums_in_fp32() || (job.padding && job.storage != Storage::registered);
  if (sends_from_pool) job.completion_before_phase_two = false;
}

/// Gives up the axis that is in the way, the rarer one where two exclude each other.
void reconcile(ChoiceSource& choices, Configuration& job) {
  if (job.storage != Storage::registered) job.foreign_gradients = false;
  if (job.storage == Storage::registered) job.local_experts = 1;
  if (job.uses_windows() && job.torch == gtp::TorchVersion::torch_2_10) job.expandable_segments = false;
  if (job.mode != GraphMode::local) return;
  const bool edges_are_eager = job.embeddings && job.chains != ChainMix::graphed;
  if (!edges_are_eager) {
    job.repeats = 1;
    job.shared_first_weight = false;
  }
  job.ring_size = std::max(job.ring_size, job.weights_per_block - 1 + (job.experts ? job.local_experts : 1));
  reconcile_overlap(choices, job);
}

Command choose_command(ChoiceSource& choices, const GtpGeneratorSettings& settings) {
  using Kind = Command::Kind;
  const Kind kind =
      pick(choices, std::array{Kind::eager_step, Kind::capture, Kind::replay, Kind::reset, Kind::warm_up, Kind::replay,
                               Kind::capture, Kind::allocate_noise, Kind::free_noise, Kind::stash_scratch,
                               Kind::change_microbatches, Kind::mixed_step, Kind::another_runner, Kind::change_order});
  std::uint32_t count = 1;
  if (kind == Kind::replay) {
    count = choices.chance(1, 64) ? settings.long_replays : 1 + choices.choose(settings.max_replays);
  }
  if (kind == Kind::change_microbatches)
    count = std::min(pick(choices, std::array{1U, 2U, 4U}), settings.max_microbatches);
  return {kind, count};
}

/// What most scripts do: capture, replay, perhaps with eager work between, perhaps all over again.
void append_life_of_a_graph(ChoiceSource& choices, const GtpGeneratorSettings& settings,
                            std::vector<Command>& commands) {
  const std::uint32_t lives = 1 + choices.choose(settings.max_lives);
  for (std::uint32_t life = 0; life < lives; ++life) {
    if (life > 0) commands.push_back({Command::Kind::reset});
    for (std::uint32_t count = choices.choose(4); count > 0; --count) commands.push_back({Command::Kind::warm_up});
    commands.push_back({Command::Kind::capture});
    if (choices.chance(1, 2)) commands.push_back(choose_command(choices, settings));
    commands.push_back({Command::Kind::replay, 1 + choices.choose(settings.max_replays)});
  }
}

}  // namespace

bool makes_sense(const gtp::Scenario& scenario) {
  if (refusal(scenario.configuration)) return false;
  if (scenario.configuration.storage != Storage::registered) return true;
  const Command::Kind first = scenario.commands.empty() ? Command::Kind::reset : scenario.commands.front().kind;
  return first == Command::Kind::warm_up || first == Command::Kind::eager_step;
}

gtp::Configuration decode_configuration(ChoiceSource& choices, const GtpGeneratorSettings& settings) {
  Configuration job;
  job.mode = pick(choices, std::array{GraphMode::full_iteration, GraphMode::eager, GraphMode::local,
                                      GraphMode::full_iteration, GraphMode::local});
  choose_shape(choices, settings, job);
  choose_buffers(choices, job);
  choose_schedule(choices, job);
  job.microbatches = std::min(job.microbatches, settings.max_microbatches);
  reconcile(choices, job);
  return job;
}

gtp::Scenario decode_scenario(ChoiceSource& choices, const GtpGeneratorSettings& settings) {
  gtp::Scenario scenario{decode_configuration(choices, settings), {}};
  // A registered pool may not grow inside a capture, so somebody must have warmed it up.
  const bool needs_warm_up = scenario.configuration.storage == Storage::registered;
  if (needs_warm_up || choices.chance(2, 3)) scenario.commands.push_back({Command::Kind::warm_up});
  if (choices.chance(2, 3)) append_life_of_a_graph(choices, settings, scenario.commands);
  const std::uint32_t count = 1 + choices.choose(settings.max_commands);
  for (std::uint32_t number = 0; number < count; ++number) {
    scenario.commands.push_back(choose_command(choices, settings));
  }
  return scenario;
}

}  // namespace fencepost::properties
