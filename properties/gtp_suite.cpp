#include <fencepost/properties/gtp_counts.h>
#include <fencepost/properties/gtp_shrink.h>
#include <fencepost/properties/gtp_suite.h>
#include <fencepost/traces/printer.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

constexpr std::size_t tape_length = 160;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

bool has_bytes(const checker::Hazard& hazard) { return hazard.lo < hazard.hi; }

/// The hazard to keep while the case is made smaller: one that the mutation declares, if there is a
/// mutation, and one that puts bytes at risk, if there is one. Null when there is none.
const checker::Hazard* hazard_to_keep(const EngineAudit& audit, const gtp::Mutation* mutation) {
  const auto declared = [&](const checker::Hazard& hazard) {
    return mutation == nullptr ||
           (mutation->oracle == gtp::Oracle::hazard &&
            std::ranges::find(mutation->signs, checker::name(hazard.slug)) != mutation->signs.end());
  };
  const checker::Hazard* kept = nullptr;
  for (const checker::Hazard& hazard : audit.report.hazards) {
    if (declared(hazard) && (kept == nullptr || (has_bytes(hazard) && !has_bytes(*kept)))) kept = &hazard;
  }
  return kept;
}

/// Whether a value can show what the case shows.
bool risks_bytes(const EngineAudit& audit, const gtp::Mutation* mutation) {
  const checker::Hazard* hazard = hazard_to_keep(audit, mutation);
  return hazard != nullptr && has_bytes(*hazard);
}

/// The value of the comment `# NAME: VALUE`; nothing when there is none.
std::optional<std::string_view> comment(std::string_view trace, std::string_view name) {
  const std::string start = fmt::format("# {}: ", name);
  const std::size_t at = trace.find(start);
  if (at == std::string_view::npos || (at != 0 && trace[at - 1] != '\n')) return std::nullopt;
  const std::string_view value = trace.substr(at + start.size());
  return value.substr(0, value.find('\n'));
}

std::string with_comments(const gtp::Scenario& scenario, const GtpSettings& settings, std::uint64_t number,
                          const std::vector<std::string>& noticed, const std::string& trace) {
  std::string out = fmt::format("# suite: gtp\n# seed: {}\n# case: {}\n", settings.seed, number);
  if (settings.mutation != nullptr) {
    out += fmt::format("# mutation: {}\n# which means: {} ({})\n", settings.mutation->name, settings.mutation->meaning,
                       settings.mutation->source);
  }
  out += fmt::format("# configuration: {}\n# commands: {}\n", describe(scenario.configuration),
                     describe(scenario.commands));
  for (const std::string& line : noticed) out += fmt::format("# noticed: {}\n", line);
  return out + trace;
}

}  // namespace

std::span<const std::string_view> GtpSuite::count_names() const { return gtp_count_names(); }

gtp::RuleSet GtpSuite::rules() const {
  return settings_.mutation != nullptr ? gtp::RuleSet{}.without(settings_.mutation->breaks) : gtp::RuleSet{};
}

gtp::Scenario GtpSuite::scenario(std::uint64_t number) const {
  const Tape tape = random_tape(settings_.seed, number, tape_length);
  TapeReader choices(tape);
  return decode_scenario(choices, settings_.generator);
}

std::vector<std::string> GtpSuite::noticed(const gtp::Scenario& scenario, const EngineAudit& audit,
                                           std::vector<Observation>& observations) const {
  std::vector<std::string> lines;
  if (settings_.mutation != nullptr) {
    // A sign counts only where the whole engine does not show it too.
    const bool noticed = notices(audit, *settings_.mutation) && !notices(audit_engine(scenario), *settings_.mutation);
    return noticed ? lines_of(describe(audit)) : lines;
  }
  if (!audit.clean()) lines = lines_of(describe(audit));
  if (!settings_.ask_properties) return lines;
  observations = observe_all(scenario, rules(), audit);
  for (std::size_t index = 0; index < observations.size(); ++index) {
    const GtpProperty& property = gtp_properties()[index];
    for (const std::string& breach : observations[index].breaches) {
      lines.push_back(fmt::format("{} {}: {}", property.number, property.name, breach));
    }
  }
  return lines;
}

std::vector<std::string> GtpSuite::noticed(const gtp::Scenario& scenario) const {
  std::vector<Observation> observations;
  return noticed(scenario, audit_engine(scenario, rules()), observations);
}

CaseResult GtpSuite::run(std::uint64_t number) const {
  const gtp::Scenario job = scenario(number);
  const EngineAudit audit = audit_engine(job, rules());
  std::vector<Observation> observations;
  const bool found = !noticed(job, audit, observations).empty();
  return {found, gtp_counts(job, audit, observations)};
}

Schedule GtpSuite::schedule(std::uint64_t number) const { return audit_engine(scenario(number), rules()).schedule; }

CaseFinding GtpSuite::investigate(std::uint64_t number) const {
  const gtp::Scenario generated = scenario(number);
  const EngineAudit whole = audit_engine(generated, rules());
  const bool bytes = risks_bytes(whole, settings_.mutation);
  const gtp::Scenario small = shrink_scenario(generated, [&](const gtp::Scenario& candidate) {
    const EngineAudit audit = audit_engine(candidate, rules());
    std::vector<Observation> observations;
    return !noticed(candidate, audit, observations).empty() && (!bytes || risks_bytes(audit, settings_.mutation));
  });
  const std::vector<std::string> lines = noticed(small);
  CaseFinding finding{number, lines.front(), {}, {}};
  finding.generated_trace = with_comments(generated, settings_, number, noticed(generated), print(whole.schedule));
  const EngineAudit audit = audit_engine(small, rules());
  std::string trace = print(audit.schedule);
  if (const checker::Hazard* hazard = hazard_to_keep(audit, settings_.mutation)) {
    trace = minimal_trace(trace, checker::name(hazard->slug));
  }
  finding.trace = with_comments(small, settings_, number, lines, trace);
  return finding;
}

std::optional<bool> GtpSuite::still_shows(std::string_view kept_trace) const {
  const auto kept = kept_case(kept_trace);
  const std::string_view mutation = settings_.mutation != nullptr ? settings_.mutation->name : "";
  if (!kept || kept->mutation != mutation || !makes_sense(kept->scenario)) return std::nullopt;
  return !noticed(kept->scenario).empty();
}

std::optional<KeptCase> kept_case(std::string_view trace) {
  const auto configuration = comment(trace, "configuration");
  const auto commands = comment(trace, "commands");
  if (comment(trace, "suite") != "gtp" || !configuration || !commands) return std::nullopt;
  auto scenario = gtp::parse_scenario(*configuration, *commands);
  if (!scenario) return std::nullopt;
  return KeptCase{std::move(*scenario), std::string(comment(trace, "mutation").value_or(""))};
}

}  // namespace fencepost::properties
