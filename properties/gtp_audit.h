#pragma once

/// Runs the GTP engine against a recorder and judges what it issued.

#include <fencepost/checker/audit.h>
#include <fencepost/runtime/gtp/engine.h>
#include <fencepost/runtime/gtp/mutation.h>
#include <fencepost/traces/schedule.h>

#include <string>
#include <string_view>
#include <vector>

namespace fencepost::properties {

/// Everything that noticed something. A value.
struct EngineAudit {
  Schedule schedule;  ///< what the engine issued; line n is operation n - 2
  checker::Report report;
  std::vector<gtp::Violation> violations;
  std::vector<gtp::Failure> failures;     ///< of commands, except those that did not apply
  std::vector<bool> applied;              ///< of each command: whether it did apply
  std::vector<gtp::BodyCall> body_calls;  ///< how the body of the iteration was called

  [[nodiscard]] bool has_hazard(std::string_view slug) const;
  [[nodiscard]] bool has_violation(std::string_view invariant) const;
  [[nodiscard]] bool has_failure(std::string_view failure) const;
  /// No hazard, no broken invariant, no failed command.
  [[nodiscard]] bool clean() const { return report.clean() && violations.empty() && failures.empty(); }
};

/// One line for each thing noticed; empty when clean.
std::string describe(const EngineAudit& audit);

/// Runs the commands of `scenario`, shuts the engine down, and audits the schedule. Deterministic.
/// REQUIRES: `gtp::refusal` accepts the configuration.
EngineAudit audit_engine(const gtp::Scenario& scenario, gtp::RuleSet rules = {});

/// Whether the oracle that `mutation` declares has noticed one of its signs.
bool notices(const EngineAudit& audit, const gtp::Mutation& mutation);

}  // namespace fencepost::properties
