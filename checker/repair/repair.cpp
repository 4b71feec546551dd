#include <fencepost/checker/repair/candidates.h>
#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

constexpr std::size_t most_hazards = 8;
constexpr std::size_t most_audits_per_hazard = 6;
constexpr std::size_t most_fixes_kept = 3;
/// Large schedules get fewer audits: about this many operations are played again in all.
constexpr std::uint64_t most_operations_replayed = 2'000'000;

std::string key_of(std::span<const Edit> edits) {
  std::string key;
  for (const Edit& edit : edits) {
    key += fmt::format("{} {} {}\n", edit.line, static_cast<int>(edit.kind), edit.text);
  }
  return key;
}

/// How often each fingerprint was found: hazards that differ only in where they are share one.
using Fingerprints = std::map<std::string, std::size_t>;

Fingerprints fingerprints_of(const Report& report) {
  Fingerprints result;
  for (const Hazard& hazard : report.hazards) {
    ++result[hazard.fingerprint];
  }
  return result;
}

/// Applies candidates and audits the result.
class Verifier {
 public:
  Verifier(const Report& report, const AuditOptions& options)
      : report_(report),
        options_(options),
        known_(fingerprints_of(report)),
        audits_left_(
            std::max<std::uint64_t>(1, most_operations_replayed / std::max<std::uint64_t>(1, report.operations))) {
    options_.explain = false;
    options_.fixes = false;
  }

  /// The hazard that follows may cost audits, or only use what earlier ones cost.
  void start_hazard(bool may_audit) { audits_left_for_hazard_ = may_audit ? most_audits_per_hazard : 0; }

  /// `candidate` with what it costs, if it mends `hazard` and breaks nothing.
  std::optional<Fix> verify(Fix candidate, const Hazard& hazard) {
    const Outcome* outcome = outcome_of(candidate);
    if (outcome == nullptr || !outcome->valid) {
      return std::nullopt;
    }
    const auto left = outcome->fingerprints.find(hazard.fingerprint);
    if (left != outcome->fingerprints.end() && left->second >= known_[hazard.fingerprint]) {
      return std::nullopt;
    }
    for (const auto& [fingerprint, count] : outcome->fingerprints) {
      const auto before = known_.find(fingerprint);
      if (before == known_.end() || count > before->second) {
        return std::nullopt;
      }
    }
    candidate.verified = true;
    candidate.peak_bytes_added =
        static_cast<std::int64_t>(outcome->peak_bytes) - static_cast<std::int64_t>(report_.peak_bytes);
    return candidate;
  }

 private:
  struct Outcome {
    bool valid = false;  // it parses and has a verdict
    Fingerprints fingerprints;
    std::uint64_t peak_bytes = 0;
  };

  /// What came of the text with the candidate's edits; null when there is no audit left for it.
  const Outcome* outcome_of(const Fix& candidate) {
    std::string key = key_of(candidate.edits);
    if (const auto known = outcomes_.find(key); known != outcomes_.end()) {
      return &known->second;
    }
    if (audits_left_ == 0 || audits_left_for_hazard_ == 0) {
      return nullptr;
    }
    --audits_left_;
    --audits_left_for_hazard_;
    Outcome outcome = audit_of(without_expectations(apply_edits(options_.text, candidate.edits)));
    return &outcomes_.emplace(std::move(key), std::move(outcome)).first->second;
  }

  [[nodiscard]] Outcome audit_of(const std::string& edited) const {
    const auto schedule = parse(edited);
    if (!schedule) {
      return {};
    }
    AuditOptions options = options_;
    options.text = edited;
    const Report after = audit(*schedule, options);
    return {!after.error, fingerprints_of(after), after.peak_bytes};
  }

  const Report& report_;
  AuditOptions options_;
  Fingerprints known_;
  std::uint64_t audits_left_;
  std::size_t audits_left_for_hazard_ = 0;
  std::map<std::string, Outcome> outcomes_;  // by edits
};

}  // namespace

void repair(Report& report, const Schedule& schedule, const AuditOptions& options) {
  if (options.text.empty() || report.error || report.hazards.empty()) {
    return;
  }
  const ScheduleMap map(schedule);
  const StatementText text(schedule, options.text);
  Verifier verifier(report, options);
  std::size_t number = 0;
  for (Hazard& hazard : report.hazards) {
    verifier.start_hazard(number++ < most_hazards);
    std::vector<Fix> kept;
    for (Fix& candidate : candidates(hazard, map, text, report.generations)) {
      if (auto fix = verifier.verify(std::move(candidate), hazard)) {
        kept.push_back(std::move(*fix));
      }
    }
    std::ranges::stable_sort(kept, {}, [](const Fix& fix) { return std::pair(fix.waits_added, fix.peak_bytes_added); });
    kept.resize(std::min(kept.size(), most_fixes_kept));
    hazard.fixes = std::move(kept);
  }
}

}  // namespace fencepost::checker
