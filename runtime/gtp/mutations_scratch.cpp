// Mutations of what happens to scratch when it is dropped, borrowed or handed on.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

namespace {

const std::vector<std::string_view>& reuse() {
  static const std::vector<std::string_view> slugs{"reuse-before-last-read", "reuse-before-last-write"};
  return slugs;
}

std::vector<Command> stash_around_capture() {
  return {{Command::Kind::stash_scratch}, {Command::Kind::capture},       {Command::Kind::stash_scratch},
          {Command::Kind::replay},        {Command::Kind::stash_scratch}, {Command::Kind::replay}};
}

}  // namespace

std::vector<Mutation> scratch_mutations() {
  // Small activations, so that the next gradient is what fits into a dropped one.
  const Configuration finalizing{
      .blocks = 2, .separate_communicators = true, .drain = DrainStyle::finalizing, .activation_bytes = 512};
  Configuration eager = finalizing;
  eager.mode = GraphMode::eager;
  Configuration summing = finalizing;
  summing.fp32_accumulation = true;
  summing.sum_scratch_home = ScratchHome::compute_stream;
  // Through one communicator the next gather brings the library's stream home, and the sum not.
  Configuration reusing = summing;
  reusing.separate_communicators = false;
  reusing.reuses_recorded_blocks = true;
  reusing.handles_record_streams = true;
  Configuration padding = finalizing;
  padding.padding = true;
  return {
      {.breaks = Rule::captured_scratch_is_recorded,
       .name = "captured-scratch-not-recorded",
       .meaning = "a captured gradient buffer is dropped without record_stream while the reduction may still read it",
       .source = "PR 7780, P2",
       .signs = reuse(),
       .scenario = {finalizing, warm_up_and_capture()}},
      {.breaks = Rule::captured_sum_scratch_is_recorded,
       .name = "captured-sum-scratch-not-recorded",
       .meaning = "captured all-to-all scratch is dropped without record_stream while the FP32 sum may still read it",
       .source = "PR 7780, P3",
       .signs = reuse(),
       .scenario = {summing, warm_up_and_capture()}},
      {.breaks = Rule::captured_readers_are_all_recorded,
       .name = "only-the-library-recorded",
       .meaning = "captured scratch is recorded on the library's stream and not on that of its FP32 sum, so that the "
                  "allocator's reuse in captures awaits one reader of two",
       .source = "PR 7780, P13; CUDACachingAllocator, graph_capture_record_stream_reuse",
       .signs = reuse(),
       .scenario = {reusing, warm_up_and_capture()}},
      {.breaks = Rule::eager_scratch_is_recorded,
       .name = "eager-scratch-not-recorded",
       .meaning = "an eager GRAPHED gradient buffer goes back to the allocator while the reduction may still read it",
       .source = "PR 7780, release rules of the warm-up",
       .signs = reuse(),
       .scenario = {eager, two_eager_steps()}},
      {.breaks = Rule::padded_copy_is_recorded,
       .name = "padded-copy-not-recorded",
       .meaning = "the padded copy dies with the collective's handle, which only the side stream has waited for",
       .source = "not in PR 7780: its release list leaves the padded copy out",
       .signs = reuse(),
       .scenario = {padding, warm_up_and_capture()}},
      {.breaks = Rule::capture_acquires_fresh_scratch,
       .name = "capture-borrows-eager-scratch",
       .meaning = "a capture takes its gradient buffer from the eager pool, so its address is baked in",
       .source = "PR 7780, P4",
       .signs = {"capture-borrows-eager-bytes", "reuse-before-last-read", "replay-overwrites-live"},
       .scenario = {{.weights_per_block = 1}, stash_around_capture()}},
      {.breaks = Rule::capture_never_pushes,
       .name = "capture-pushes-to-eager-pool",
       .meaning = "a capture leaves a buffer of its graph's pool in the eager pool",
       .source = "PR 7780, P5",
       .signs = {"capture-bytes-cached-for-eager"},
       .scenario = {{.weights_per_block = 1},
                    {{Command::Kind::capture},
                     {Command::Kind::stash_scratch},
                     {Command::Kind::replay},
                     {Command::Kind::stash_scratch},
                     {Command::Kind::replay}}}},
      {.breaks = Rule::registered_tail_is_zeroed,
       .name = "registered-tail-not-zeroed",
       .meaning = "the tail of a recycled registered buffer is sent without having been zeroed",
       .source = "PR 6535",
       .signs = {"read-of-unwritten"},
       .scenario = {{.mode = GraphMode::eager, .storage = Storage::registered, .padding = true}, two_eager_steps()}},
      {.breaks = Rule::released_buffers_return_to_the_pool,
       .name = "capture-keeps-registered-buffer",
       .meaning = "a buffer that a capture has released does not return to the registered pool",
       .source = "PR 7780, P12",
       .oracle = Oracle::invariant,
       .signs = {"free-lists-balance"},
       .scenario = {{.weights_per_block = 1, .storage = Storage::registered}, warm_up_and_capture()}},
  };
}

}  // namespace fencepost::gtp
