// Mutations of the order between streams.

#include <fencepost/runtime/gtp/mutation_tables.h>

namespace fencepost::gtp {

std::vector<Mutation> order_mutations() {
  const Configuration eager{.mode = GraphMode::eager};
  const Configuration full;
  const Configuration apart{.mode = GraphMode::eager, .weights_per_block = 3, .separate_communicators = true};
  return {
      {.breaks = Rule::collectives_follow_their_writer,
       .name = "collective-ignores-its-writer",
       .meaning = "the side stream does not follow the compute stream when a collective is issued on it",
       .source = "event 1 of the outer sync",
       .signs = {"read-before-write", "overwrite-before-last-read", "unordered-writes"},
       .scenario = {eager, two_eager_steps()}},
      {.breaks = Rule::gemm_waits_for_gather,
       .name = "product-before-gather",
       .meaning = "a matrix product does not wait for the prefetched gather of its weight",
       .source = "ag_event of the forward",
       .signs = {"read-before-write"},
       .scenario = {eager, two_eager_steps()}},
      {.breaks = Rule::add_waits_for_reduction,
       .name = "addition-before-reduction",
       .meaning = "the cascade adds the reduced shard without waiting for it",
       .source = "rs_event of the cascade",
       .signs = {"read-before-write"},
       .scenario = {apart, two_eager_steps()}},
      {.breaks = Rule::reduced_event_covers_the_sum,
       .name = "event-before-the-sum",
       .meaning = "the event of a reduction is recorded before the FP32 sum instead of after it",
       .source = "FP32 accumulation, step 7",
       .signs = {"read-before-write"},
       .scenario = {{.mode = GraphMode::eager, .fp32_accumulation = true}, two_eager_steps()}},
      {.breaks = Rule::capture_joins_side_streams,
       .name = "no-join-at-end-of-capture",
       .meaning = "the side streams are not joined before the capture ends",
       .source = "PR 6077",
       .signs = {"capture-unjoined"},
       .scenario = {{.drain = DrainStyle::finalizing}, warm_up_and_capture()}},
      {.breaks = Rule::internal_events_in_full_iteration,
       .name = "external-events-in-full-iteration",
       .meaning = "the handoffs of a full-iteration capture are external events, which give no edge",
       .source = "PR 7780, P1",
       .signs = {"stale-external-record"},
       .scenario = {full, warm_up_and_capture()}},
      {.breaks = Rule::internal_events_inside_local_graphs,
       .name = "external-events-inside-local-graphs",
       .meaning = "a handoff between two streams of one local graph is an external event",
       .source = "PR 7780, P1, for local graphs",
       .signs = {"stale-external-record"},
       .scenario = {{.mode = GraphMode::local, .weights_per_block = 3, .storage = Storage::ring, .ring_size = 3},
                    warm_up_and_capture()}},
      {.breaks = Rule::neighbours_have_other_parity,
       .name = "neighbours-share-a-gather-buffer",
       .meaning = "a prefetch writes the buffer that the current matrix product reads",
       .source = "PR 6207",
       .signs = {"read-before-write", "overwrite-before-last-read"},
       .scenario = {eager, two_eager_steps()}},
      {.breaks = Rule::prefetch_awaits_publication,
       .name = "prefetch-before-publication",
       .meaning = "a prefetch reads a shard that DDP's gather of updated parameters is still writing",
       .source = "PR 6525",
       .signs = {"read-before-write"},
       .scenario = {{.mode = GraphMode::eager, .publication = true}, two_eager_steps()}},
  };
}

}  // namespace fencepost::gtp
