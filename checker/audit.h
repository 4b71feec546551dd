#pragma once

/// The whole check: play a schedule on the model, find every hazard, explain it, repair it.

#include <fencepost/checker/hazard.h>
#include <fencepost/checker/loops/bounded_loops.h>
#include <fencepost/model/device.h>
#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fencepost::checker {

struct AuditOptions {
  model::Rules rules;     ///< all hold, except in the tests that guard them
  bool explain = true;    ///< fill in near misses, common points, bad orders (a second play)
  bool fixes = true;      ///< search and verify repairs; needs the text of the trace
  std::string_view text;  ///< the text the schedule was parsed from; empty: no fixes
};

/// What an audit found. A report with an error has no verdict.
struct Report {
  std::optional<model::ModelError> error;
  std::vector<Hazard> hazards;  ///< in the order of their second site, then first
  std::vector<Note> notes;
  std::uint64_t operations = 0;  ///< submitted, after unrolling
  std::uint64_t accesses = 0;    ///< checked
  std::uint64_t peak_bytes = 0;  ///< most bytes reserved by all pools at one time
  /// Most bytes that each pool had handed out and reserved; the default pool has no id.
  std::vector<std::pair<PoolId, model::Device::PoolUse>> pools;
  std::vector<BoundedLoop> loops;  ///< endless ones, and how many turns stood for all
  std::vector<model::Generation> generations;

  [[nodiscard]] bool clean() const { return !error && hazards.empty(); }
};

/// Deterministic: the same schedule and options give the same report, byte for byte.
/// Throws nothing; bad input is `Report::error`.
Report audit(const Schedule& schedule, const AuditOptions& options = {});

}  // namespace fencepost::checker
