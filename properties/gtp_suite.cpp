#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/properties/gtp_suite.h>
#include <fencepost/traces/printer.h>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

constexpr std::size_t tape_length = 128;
constexpr std::uint64_t cases_between_reports = 256;

gtp::RuleSet rules_of(const gtp::Mutation* mutation) {
  return mutation != nullptr ? gtp::RuleSet{}.without(mutation->breaks) : gtp::RuleSet{};
}

/// Whether the audit shows what the suite looks for.
bool shows(const EngineAudit& audit, const gtp::Mutation* mutation) {
  return mutation != nullptr ? notices(audit, *mutation) : !audit.clean();
}

/// The hazard to keep while the trace is made smaller; empty when there is none.
std::string_view hazard_to_keep(const EngineAudit& audit, const gtp::Mutation* mutation) {
  for (const checker::Hazard& hazard : audit.report.hazards) {
    const std::string_view slug = checker::name(hazard.slug);
    if (mutation == nullptr) return slug;
    for (const std::string_view sign : mutation->signs) {
      if (mutation->oracle == gtp::Oracle::hazard && sign == slug) return slug;
    }
  }
  return {};
}

std::string comments(const gtp::Scenario& scenario, const EngineAudit& audit, const GtpSettings& settings,
                     std::uint64_t number) {
  std::string out = fmt::format("# suite gtp, seed {}, case {}\n", settings.seed, number);
  out += settings.mutation != nullptr ? fmt::format("# mutation {}: {} ({})\n", settings.mutation->name,
                                                    settings.mutation->meaning, settings.mutation->source)
                                      : std::string("# property: the whole engine is clean\n");
  out += fmt::format("# configuration: {}\n# commands:", describe(scenario.configuration));
  for (const gtp::Command& command : scenario.commands) out += fmt::format(" {};", gtp::describe(command));
  out += '\n';
  std::string noticed = describe(audit);
  for (std::size_t at = 0; at < noticed.size();) {
    const std::size_t end = noticed.find('\n', at);
    out += fmt::format("# noticed: {}\n", noticed.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

GtpFinding investigate(const gtp::Scenario& generated, const GtpSettings& settings, std::uint64_t number) {
  const gtp::RuleSet rules = rules_of(settings.mutation);
  GtpFinding finding{number, generated, generated, {}, {}};
  finding.shrunk = shrink_scenario(generated, [&](const gtp::Scenario& scenario) {
    return shows(audit_engine(scenario, rules), settings.mutation);
  });
  const EngineAudit before = audit_engine(generated, rules);
  finding.generated_trace = comments(generated, before, settings, number) + print(before.schedule);
  const EngineAudit audit = audit_engine(finding.shrunk, rules);
  const std::string_view slug = hazard_to_keep(audit, settings.mutation);
  const std::string trace = print(audit.schedule);
  finding.trace =
      comments(finding.shrunk, audit, settings, number) + (slug.empty() ? trace : minimal_trace(trace, slug));
  return finding;
}

}  // namespace

GtpResult run_gtp_suite(const GtpSettings& settings, const std::function<void(const GtpTally&)>& progress) {
  GtpResult result;
  const gtp::RuleSet rules = rules_of(settings.mutation);
  for (std::uint64_t number = settings.first; number < settings.first + settings.cases; number += settings.stride) {
    const Tape tape = random_tape(settings.seed, number, tape_length);
    TapeReader choices(tape);
    const gtp::Scenario scenario = decode_scenario(choices, settings.generator);
    const EngineAudit audit = audit_engine(scenario, rules);
    result.tally.add(scenario, audit);
    if (shows(audit, settings.mutation)) {
      result.finding = investigate(scenario, settings, number);
      return result;
    }
    if (progress && result.tally.cases % cases_between_reports == 0) progress(result.tally);
  }
  return result;
}

}  // namespace fencepost::properties
