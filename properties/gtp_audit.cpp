#include <fencepost/properties/gtp_audit.h>
#include <fencepost/traces/recording_device.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::properties {

bool EngineAudit::has_hazard(std::string_view slug) const {
  return std::ranges::any_of(report.hazards,
                             [&](const checker::Hazard& hazard) { return checker::name(hazard.slug) == slug; });
}

bool EngineAudit::has_violation(std::string_view invariant) const {
  return std::ranges::any_of(violations,
                             [&](const gtp::Violation& violation) { return name(violation.invariant) == invariant; });
}

bool EngineAudit::has_failure(std::string_view failure) const {
  return std::ranges::any_of(failures, [&](gtp::Failure each) { return name(each) == failure; });
}

std::string describe(const EngineAudit& audit) {
  std::string out;
  if (audit.report.error) {
    out += fmt::format("not judged, line {}: {}\n", audit.report.error->line, audit.report.error->message);
  }
  for (const checker::Hazard& hazard : audit.report.hazards) {
    out += fmt::format("{} lines {} and {}\n", checker::name(hazard.slug), hazard.first.line, hazard.second.line);
  }
  for (const gtp::Violation& violation : audit.violations) {
    out += fmt::format("{} {}\n", name(violation.invariant), violation.subject);
  }
  for (const gtp::Failure failure : audit.failures) out += fmt::format("command failed: {}\n", name(failure));
  return out;
}

EngineAudit audit_engine(const gtp::Scenario& scenario, gtp::RuleSet rules) {
  EngineAudit audit;
  RecordingDevice recorder(audit.schedule);
  gtp::Engine engine(scenario.configuration, rules, recorder, audit.schedule.names());
  for (const gtp::Command& command : scenario.commands) {
    const gtp::Result result = engine.run(command);
    audit.applied.push_back(result.has_value());
    if (!result && result.error() != gtp::Failure::not_applicable) audit.failures.push_back(result.error());
  }
  engine.shut_down();
  audit.violations = engine.check_invariants();
  audit.body_calls.assign(engine.body_calls().begin(), engine.body_calls().end());
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  audit.report = checker::audit(audit.schedule, options);
  return audit;
}

bool notices(const EngineAudit& audit, const gtp::Mutation& mutation) {
  return std::ranges::any_of(mutation.signs, [&](std::string_view sign) {
    switch (mutation.oracle) {
      case gtp::Oracle::hazard:
        return audit.has_hazard(sign);
      case gtp::Oracle::invariant:
        return audit.has_violation(sign);
      case gtp::Oracle::failure:
        return audit.has_failure(sign);
    }
    return false;
  });
}

}  // namespace fencepost::properties
