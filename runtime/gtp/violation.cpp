#include <fencepost/runtime/gtp/violation.h>

namespace fencepost::gtp {

std::string_view name(Invariant invariant) {
  switch (invariant) {
    case Invariant::gradient_added_once:
      return "gradient-added-once";
    case Invariant::reduced_value_is_meant:
      return "reduced-value-is-meant";
    case Invariant::gathered_value_is_meant:
      return "gathered-value-is-meant";
    case Invariant::gathered_value_is_fresh:
      return "gathered-value-is-fresh";
    case Invariant::repeated_use_adds_no_buffer:
      return "repeated-use-adds-no-buffer";
    case Invariant::replay_changes_nothing:
      return "replay-changes-nothing";
    case Invariant::free_lists_balance:
      return "free-lists-balance";
    case Invariant::collectives_use_their_window:
      return "collectives-use-their-window";
    case Invariant::captures_share_no_memory:
      return "captures-share-no-memory";
  }
  return "";
}

}  // namespace fencepost::gtp
