#include <fencepost/checker/repair/candidates.h>
#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace fencepost::checker {

namespace {

constexpr std::size_t most_hazards = 8;
constexpr std::size_t most_audits_per_hazard = 6;
constexpr std::size_t most_fixes_kept = 3;
/// Large schedules get fewer audits: about this many operations are played again in all.
constexpr std::uint64_t most_operations_replayed = 2'000'000;

/// Expectations may name lines, which edits move; they are no part of what is audited.
std::string without_expectations(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    const std::string_view line = text.substr(0, length);
    const std::size_t start = std::min(line.find_first_not_of(" \t"), line.size());
    result += line.substr(start).starts_with("expect ") ? std::string_view("\n") : line;
    text.remove_prefix(length);
  }
  return result;
}

/// Applies candidates and audits the result.
class Verifier {
 public:
  Verifier(const Report& report, const AuditOptions& options)
      : report_(report),
        options_(options),
        audits_left_(
            std::max<std::uint64_t>(1, most_operations_replayed / std::max<std::uint64_t>(1, report.operations))) {
    for (const Hazard& hazard : report.hazards) {
      known_.insert(hazard.fingerprint);
    }
    options_.explain = false;
    options_.fixes = false;
  }

  [[nodiscard]] bool exhausted() const { return audits_left_ == 0; }

  /// `candidate` with what it costs, if it mends `hazard` and breaks nothing.
  std::optional<Fix> verify(Fix candidate, const Hazard& hazard) {
    --audits_left_;
    const std::string edited = without_expectations(apply_edits(options_.text, candidate.edits));
    const auto schedule = parse(edited);
    if (!schedule) {
      return std::nullopt;
    }
    AuditOptions options = options_;
    options.text = edited;
    const Report after = audit(*schedule, options);
    const bool broken = after.error || std::ranges::any_of(after.hazards, [this, &hazard](const Hazard& other) {
                          return other.fingerprint == hazard.fingerprint || !known_.contains(other.fingerprint);
                        });
    if (broken) {
      return std::nullopt;
    }
    candidate.verified = true;
    candidate.peak_bytes_added =
        static_cast<std::int64_t>(after.peak_bytes) - static_cast<std::int64_t>(report_.peak_bytes);
    return candidate;
  }

 private:
  const Report& report_;
  AuditOptions options_;
  std::uint64_t audits_left_;
  std::set<std::string> known_;
};

}  // namespace

void repair(Report& report, const Schedule& schedule, const AuditOptions& options) {
  if (options.text.empty() || report.error || report.hazards.empty()) {
    return;
  }
  const ScheduleMap map(schedule);
  const StatementText text(schedule, options.text);
  Verifier verifier(report, options);
  const std::size_t count = std::min(most_hazards, report.hazards.size());
  for (Hazard& hazard : std::span(report.hazards).first(count)) {
    std::vector<Fix> tried = candidates(hazard, map, text, report.generations);
    tried.resize(std::min(tried.size(), most_audits_per_hazard));
    std::vector<Fix> kept;
    for (Fix& candidate : tried) {
      if (verifier.exhausted()) {
        break;
      }
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
