#pragma once

/// Plays one trace on the card many times: as it is, aimed at each hazard, and with seeded delays.

#include <fencepost/runtime/cuda/card_run.h>
#include <fencepost/runtime/cuda/children.h>
#include <fencepost/runtime/cuda/file_report.h>
#include <fencepost/runtime/cuda/hazard_to_show.h>
#include <fencepost/traces/schedule.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fencepost::cuda {

struct ReplayOptions {
  std::uint32_t plain_runs = 1;
  /// For each hazard with bytes; of a schedule that has none, at its lines of work in turn.
  std::uint32_t aimed_runs = 0;
  std::uint32_t seeded_runs = 0;
  std::uint32_t first_seed = 1;
  bool sweep = false;            ///< also delay every line of work in turn
  bool relinearise = false;      ///< every second run that is not aimed at a hazard, and aims that need it
  bool serialised = false;       ///< one operation at a time
  std::uint32_t fault_line = 0;  ///< kernels of this line fault; 0: none does
  std::chrono::microseconds delay{300};
  std::chrono::milliseconds patience{2000};
};

/// Plays traces one after the other in one process. Not thread-safe.
class Replayer {
 public:
  /// Both must outlive it.
  Replayer(Workspace& workspace, Watchdog& watchdog, const ReplayOptions& options)
      : workspace_(workspace), watchdog_(watchdog), options_(options) {}

  /// What the checker reports of a schedule. It is asked about the schedule as it is played: without
  /// loops, and with the bytes where the driver put them.
  using HazardsOf = std::function<std::vector<HazardToShow>(const Schedule&)>;

  /// A run that hangs is reported through `report_and_exit`, as JSON.
  FileReport replay(const std::string& path, const Schedule& schedule, const HazardsOf& hazards_of,
                    const ReportAndExit& report_and_exit);

 private:
  class Session;

  /// The schedule, prepared for where the driver places its bytes when nothing is delayed.
  tl::expected<std::unique_ptr<Prepared>, NotPlayed> settle(std::unique_ptr<Prepared> prepared, FileReport& report,
                                                            const ReportAndExit& report_and_exit) const;

  Workspace& workspace_;
  Watchdog& watchdog_;
  ReplayOptions options_;
};

}  // namespace fencepost::cuda
