#pragma once

/// Refused calls as hazards: the first refusal of a capture is the mistake, the rest follow from it.

#include <fencepost/checker/classify/ledger.h>
#include <fencepost/model/submission.h>

#include <cstddef>
#include <map>
#include <optional>

namespace fencepost::checker {

class Refusals {
 public:
  explicit Refusals(HazardLedger& ledger) : ledger_(ledger) {}

  void add(const model::RefusedCall& refused);
  /// A new capture of `graph` came to a good end: earlier failures are over.
  void graph_exists(GraphId graph) { broken_.erase(graph); }

 private:
  /// The hazard that `refused` merely follows from.
  [[nodiscard]] std::optional<std::size_t> cause_of(const model::RefusedCall& refused);

  HazardLedger& ledger_;
  std::map<GraphId, std::size_t> broken_;  // why the capture of a graph failed
  std::optional<std::size_t> last_merge_;  // a merge breaks two captures, and names one
};

}  // namespace fencepost::checker
