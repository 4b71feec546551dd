#pragma once

/// A question asked of numbered cases, and how to ask it of many of them on all cores.
///
/// A case is determined by a seed and its number, so a run can be split over processes, repeated,
/// and asked again about one number alone.

#include <fencepost/traces/schedule.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// What one case showed.
struct CaseResult {
  bool found = false;                 ///< it shows what the suite looks for
  std::vector<std::uint64_t> counts;  ///< what the case was like; named by `Suite::count_names`
};

/// A case that shows what was looked for, as generated and as small as it could be made.
struct CaseFinding {
  std::uint64_t number = 0;
  std::string summary;          ///< one line: what was noticed
  std::string trace;            ///< small; where it comes from stands in comments
  std::string generated_trace;  ///< as generated
};

/// Cases may be run from several threads at once.
class Suite {
 public:
  Suite() = default;
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;
  virtual ~Suite() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  /// What each count is about. The first is the number of cases.
  [[nodiscard]] virtual std::span<const std::string_view> count_names() const = 0;
  [[nodiscard]] virtual CaseResult run(std::uint64_t number) const = 0;
  /// What the case issues.
  [[nodiscard]] virtual Schedule schedule(std::uint64_t number) const = 0;
  /// REQUIRES: `run(number)` found something.
  [[nodiscard]] virtual CaseFinding investigate(std::uint64_t number) const = 0;
  /// Whether a trace that an earlier run kept still shows it; nothing when it is not of this suite.
  [[nodiscard]] virtual std::optional<bool> still_shows(std::string_view kept_trace) const = 0;
};

/// Which cases, and how.
struct SuiteRun {
  std::uint64_t first = 0;  ///< number of the first case
  std::uint64_t cases = 1000;
  std::uint64_t stride = 1;  ///< a shard takes every stride-th case
  unsigned jobs = 1;         ///< threads
  /// Asked between cases, from any thread; true ends the run.
  std::function<bool()> stop;
  /// Told now and then how many cases are done; called by one thread at a time.
  std::function<void(std::uint64_t done)> progress;
};

struct SuiteResult {
  std::uint64_t cases = 0;             ///< judged, up to and including the one that showed something
  std::vector<std::uint64_t> counts;   ///< summed over those
  std::optional<std::uint64_t> found;  ///< the lowest number that shows it
  bool stopped = false;                ///< ended early by `stop`
};

/// Runs cases until one shows what the suite looks for. Unless stopped, the result does not depend
/// on the number of threads.
SuiteResult run_suite(const Suite& suite, const SuiteRun& how);

}  // namespace fencepost::properties
