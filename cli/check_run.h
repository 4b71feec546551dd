#pragma once

/// One run of a suite, as the reports of `fencepost check` need it.

#include <fencepost/properties/suite.h>
#include <fencepost/runtime/gtp/mutation.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli {

struct CheckRun {
  std::string suite;
  const gtp::Mutation* mutation = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t cases_asked = 0;
  std::vector<std::string_view> count_names;
  properties::SuiteResult result;
  std::optional<properties::CaseFinding> finding;
  std::string saved;             ///< where the finding was kept; empty: nowhere
  std::string kept;              ///< a case of an earlier run that still shows it
  std::uint64_t kept_cases = 0;  ///< of earlier runs that were judged first

  [[nodiscard]] bool found() const { return finding.has_value() || !kept.empty(); }
  /// `gtp`, or `gtp with MUTATION`.
  [[nodiscard]] std::string title() const {
    return mutation == nullptr ? suite : suite + " with " + std::string(mutation->name);
  }
};

}  // namespace fencepost::cli
