#include <fencepost/checker/repair/candidate_list.h>
#include <fencepost/checker/repair/candidates.h>

namespace fencepost::checker {

std::vector<Fix> candidates(const Hazard& hazard, const ScheduleMap& map, const StatementText& text,
                            std::span<const model::Generation> generations) {
  CandidateList list(hazard, map, text, generations);
  switch (hazard.slug) {
    case Slug::reuse_before_last_read:
    case Slug::reuse_before_last_write:
      suggest_order(list);
      suggest_longer_tenure(list);
      break;
    case Slug::read_before_write:
    case Slug::overwrite_before_last_read:
    case Slug::unordered_writes:
    case Slug::stale_external_record:
    case Slug::host_staging_race:
    case Slug::communicator_race:
    case Slug::use_before_alloc:
      suggest_order(list);
      break;
    case Slug::capture_escape:
      suggest_capturing(list);
      break;
    case Slug::eager_wait_on_captured_fence:
    case Slug::captured_wait_on_eager_fence:
    case Slug::captured_wait_on_ended_capture:
      suggest_fence(list);
      break;
    case Slug::capture_borrows_eager_bytes:
    case Slug::replay_after_free:
    case Slug::replay_overwrites_live:
    case Slug::capture_bytes_cached_for_eager:
      suggest_memory_for_graph(list);
      suggest_order(list);
      break;
    case Slug::window_lifetime:
      if (hazard.question == Question::order) {
        suggest_order(list);
      }
      break;
    case Slug::use_after_free:
      if (hazard.second.operation == OperationKind::release || hazard.second.operation == OperationKind::unmap) {
        suggest_order(list);
      } else {
        suggest_lifetime(list);
      }
      break;
    case Slug::read_of_unwritten:
      suggest_clearing(list);
      break;
    case Slug::double_free:
    case Slug::dead_handle:
      suggest_lifetime(list);
      break;
    case Slug::capture_unjoined:
      suggest_join(list);
      break;
    case Slug::capture_invalidated:
    case Slug::capture_merged:
    case Slug::pool_exhausted_in_capture:
    case Slug::refused_call:
      suggest_legal_call(list);
      break;
    default:
      break;
  }
  return list.take();
}

}  // namespace fencepost::checker
