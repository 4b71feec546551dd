#pragma once

/// One run of a suite, as the reports of `fencepost check` need it.

#include <fencepost/properties/suite.h>
#include <fencepost/runtime/gtp/mutation.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fencepost::cli {

/// Cases that were played on the GPU in lockstep with the model.
struct CardLockstep {
  std::uint64_t cases = 0;
  std::uint64_t not_played = 0;  ///< something in them cannot be played
  std::string why_not;           ///< of the first of those
  std::string difference;        ///< the first, as a report; empty: none
};

/// What the GPU made of a finding.
struct CardShown {
  std::string outcome;      ///< of the replay; empty: not played
  std::uint64_t shown = 0;  ///< runs with a wrong value downstream of the hazard
  std::uint64_t runs = 0;   ///< aimed at it; 0: it has no bytes to aim at
};

struct CheckRun {
  std::string suite;
  const gtp::Mutation* mutation = nullptr;
  std::uint64_t seed = 0;
  std::uint64_t cases_asked = 0;
  std::vector<std::string_view> count_names;
  properties::SuiteResult result;
  std::optional<properties::CaseFinding> finding;
  std::string saved;                     ///< where the finding was kept; empty: nowhere
  std::string kept;                      ///< a case of an earlier run that still shows it
  std::uint64_t kept_cases = 0;          ///< of earlier runs that were judged first
  std::optional<CardLockstep> lockstep;  ///< with --gpu, of the whole engine
  std::optional<CardShown> shown;        ///< with --gpu, of a finding

  [[nodiscard]] bool found() const { return finding.has_value() || !kept.empty(); }
  /// `gtp`, or `gtp with MUTATION`.
  [[nodiscard]] std::string title() const {
    return mutation == nullptr ? suite : suite + " with " + std::string(mutation->name);
  }
};

}  // namespace fencepost::cli
