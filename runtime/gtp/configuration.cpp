#include <fencepost/runtime/gtp/configuration.h>

#include <fmt/format.h>

namespace fencepost::gtp {

namespace {

std::optional<std::string> refusal_of_storage(const Configuration& configuration) {
  const bool registered = configuration.storage == Storage::registered;
  if (configuration.foreign_gradients && !registered) return "foreign gradients are copied to registered memory only";
  if (registered && configuration.experts && configuration.local_experts > 1) {
    return "a weight has one slot for a registered buffer, so its parts cannot share a batch";
  }
  const bool persistent = configuration.storage == Storage::ring || configuration.storage == Storage::arena;
  if (persistent && configuration.mode != GraphMode::local) return "rings and arenas serve local graphs";
  return std::nullopt;
}

std::optional<std::string> refusal_of_windows(const Configuration& configuration) {
  const bool impossible = configuration.expandable_segments && configuration.torch == TorchVersion::torch_2_10;
  if (!configuration.uses_windows() || !impossible) return std::nullopt;
  return fmt::format(
      "{} needs NCCL windows, and expandable_segments=yes with torch=2.10 allows none: there, expandable segments keep "
      "a memory pool from using NCCL's allocator, and NCCL cannot register the memory it gets instead "
      "(pytorch/pytorch issue 147851); choose expandable_segments=no, or torch=2.11 or newer",
      configuration.registered_gathers ? "registered_gathers=yes" : "storage=registered");
}

std::optional<std::string> refusal_of_local_graphs(const Configuration& configuration) {
  const bool edges_are_eager = configuration.embeddings && configuration.chains != ChainMix::graphed;
  if ((configuration.repeats > 1 || configuration.shared_first_weight) && !edges_are_eager) {
    return "a module with graphs of its own is used once a microbatch";
  }
  const bool slots = configuration.storage == Storage::ring || configuration.storage == Storage::registered;
  const std::uint32_t widest =
      configuration.weights_per_block - 1 + (configuration.experts ? configuration.local_experts : 1);
  if (slots && configuration.ring_size < widest) return "two weights of one graph would share a ring slot";
  const bool sends_from_pool = configuration.storage == Storage::plain || configuration.sums_in_fp32() ||
                               (configuration.padding && configuration.storage != Storage::registered);
  if (configuration.completion_before_phase_two && sends_from_pool) {
    return "a reduction that outlives its graph may not read the shared graph pool";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> refusal(const Configuration& configuration) {
  if (configuration.blocks * configuration.weights_per_block == 0) return "no weights";
  if (configuration.group_size == 0 || configuration.microbatches == 0 || configuration.repeats == 0 ||
      configuration.local_experts == 0 || configuration.buckets == 0 || configuration.runner_streams == 0 ||
      configuration.ring_size == 0 || configuration.arena_generations == 0) {
    return "sizes and counts start at 1";
  }
  if (configuration.shard_bytes < 2048 || configuration.shard_bytes % 2048 != 0) {
    return "a shard is a multiple of 2048 bytes, so that its parts are multiples of the allocator's 512";
  }
  if (auto why = refusal_of_storage(configuration)) return why;
  if (auto why = refusal_of_windows(configuration)) return why;
  return configuration.mode == GraphMode::local ? refusal_of_local_graphs(configuration) : std::nullopt;
}

}  // namespace fencepost::gtp
