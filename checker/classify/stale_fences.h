#pragma once

/// External records whose external wait, in the same graph, may run without them (rows E02–E04,
/// definitions.md 11).

#include <fencepost/model/submission.h>

#include <vector>

namespace fencepost::checker {

/// A record and a later wait of one event, with no path from one to the other.
struct StaleFence {
  model::NodeIndex record = model::no_node, wait = model::no_node;
  std::vector<bool> leads_to_record;  ///< by node
  std::vector<bool> follows_wait;     ///< by node

  /// Whether `earlier` and `later` would be ordered if the wait waited for the record.
  [[nodiscard]] bool would_order(model::NodeIndex earlier, model::NodeIndex later) const {
    return leads_to_record[earlier] && follows_wait[later];
  }
};

/// Those of the program itself, by record and wait. A wait before the record is a legal idiom, and
/// a communicator knows what it does.
std::vector<StaleFence> stale_fences(const model::GraphPlan& plan);

}  // namespace fencepost::checker
