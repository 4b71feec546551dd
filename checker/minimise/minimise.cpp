#include <fencepost/checker/audit.h>
#include <fencepost/checker/minimise/dependencies.h>
#include <fencepost/checker/minimise/minimise.h>
#include <fencepost/checker/report/page.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

Report find_hazards(const Schedule& schedule) {
  return audit(schedule, {.rules = {}, .explain = false, .fixes = false, .text = {}});
}

/// Delta debugging over the statements of one trace.
class Minimiser {
 public:
  Minimiser(std::string_view text, const Schedule& schedule, KeepsHazard keeps)
      : schedule_(schedule),
        lines_(text),
        dependencies_(schedule),
        keeps_(std::move(keeps)),
        kept_(schedule.size(), 1) {}

  void run(std::uint32_t last_line) {
    leave_out_after(last_line);
    for (std::size_t length = std::max<std::size_t>(schedule_.size() / 2, 1);;
         length = std::max<std::size_t>(length / 2, 1)) {
      const bool shorter = leave_out_runs(length);
      const bool lower = length == 1 && lower_counts();
      if (length == 1 && !shorter && !lower) return;
    }
  }

  [[nodiscard]] std::string text() const { return text_of(kept_, counts_); }
  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(std::ranges::count_if(kept_, [](char is_kept) { return is_kept != 0; }));
  }
  [[nodiscard]] std::size_t audits() const { return audits_; }

 private:
  using Counts = std::map<std::size_t, std::uint64_t>;  ///< of loops whose count was lowered

  /// Most of a long trace comes after what went wrong; loops and captures are still closed.
  void leave_out_after(std::uint32_t last_line) {
    Selection fewer = kept_;
    for (std::size_t i = 0; i < fewer.size(); ++i) {
      const OperationKind kind = schedule_[i].kind;
      const bool closes = kind == OperationKind::repeat_end || kind == OperationKind::end_capture;
      if (schedule_[i].line > last_line && !closes) fewer[i] = 0;
    }
    accept_if_shown(std::move(fewer));
  }

  /// Tries to leave out each run of `length` kept statements, the last first.
  bool leave_out_runs(std::size_t length) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i] != 0) left.push_back(i);
    }
    bool changed = false;
    for (std::size_t end = left.size(); end > 0; end -= std::min(end, length)) {
      Selection fewer = kept_;
      bool any = false;
      for (std::size_t k = end - std::min(end, length); k < end; ++k) {
        any = any || fewer[left[k]] != 0;
        fewer[left[k]] = 0;
      }
      if (any && accept_if_shown(std::move(fewer))) changed = true;
    }
    return changed;
  }

  bool lower_counts() {
    bool changed = false;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      if (kept_[i] == 0 || schedule_[i].kind != OperationKind::repeat_begin) continue;
      while (lower_count(i)) changed = true;
    }
    return changed;
  }

  /// Once, else half as often, else once less.
  bool lower_count(std::size_t loop) {
    const std::uint64_t count = counts_.contains(loop) ? counts_[loop] : schedule_[loop].detail->count;
    for (const std::uint64_t lower : {std::uint64_t{1}, count / 2, count - 1}) {
      if (lower == 0 || lower >= count) continue;
      Counts counts = counts_;
      counts[loop] = lower;
      if (!shows(text_of(kept_, counts))) continue;
      counts_ = std::move(counts);
      return true;
    }
    return false;
  }

  bool accept_if_shown(Selection fewer) {
    dependencies_.leave_out_dependents(fewer);
    if (!shows(text_of(fewer, counts_))) return false;
    kept_ = std::move(fewer);
    return true;
  }

  bool shows(std::string_view text) {
    const auto schedule = parse(text);
    if (!schedule) return false;
    ++audits_;
    const Report report = find_hazards(*schedule);
    return !report.error && std::ranges::any_of(report.hazards, keeps_);
  }

  [[nodiscard]] std::string text_of(const Selection& kept, const Counts& counts) const {
    std::string text = "fencepost 1\n";
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] == 0) continue;
      const auto lowered = counts.find(i);
      if (lowered != counts.end()) {
        text += fmt::format("repeat {} {{\n", lowered->second);
      } else {
        text.append(lines_.line(schedule_[i].line)).push_back('\n');
      }
    }
    return text;
  }

  const Schedule& schedule_;
  SourceLines lines_;
  Dependencies dependencies_;
  KeepsHazard keeps_;
  Selection kept_;
  Counts counts_;
  std::size_t audits_ = 0;
};

std::string choices(const Report& report) {
  std::string list;
  for (const Hazard& hazard : report.hazards) {
    list += fmt::format("\n  {} {} (line {})", hazard.fingerprint, name(hazard.slug), hazard.second.line);
  }
  return list;
}

/// The hazard of `report` that is to be kept, or what to do instead.
tl::expected<const Hazard*, std::string> choose(const Report& report, const KeepsHazard& keeps) {
  if (report.error) return tl::unexpected(fmt::format("line {}: {}", report.error->line, report.error->message));
  if (report.hazards.empty()) return tl::unexpected(std::string("it has no hazard: there is nothing to keep"));
  const auto kept = std::ranges::find_if(report.hazards, keeps);
  if (kept != report.hazards.end()) return &*kept;
  return tl::unexpected(fmt::format("it has no such hazard; it has:{}", choices(report)));
}

MinimisedTrace minimised(std::string_view text, const Schedule& schedule, const Hazard& kept, KeepsHazard keeps) {
  Minimiser minimiser(text, schedule, std::move(keeps));
  minimiser.run(std::max({kept.first.line, kept.first.launch_line, kept.second.line, kept.second.launch_line}));
  return {minimiser.text(), kept.slug, kept.fingerprint, schedule.size(), minimiser.size(), minimiser.audits()};
}

}  // namespace

tl::expected<MinimisedTrace, std::string> minimise(std::string_view text, const Schedule& schedule,
                                                   const KeepsHazard& keeps) {
  const Report report = find_hazards(schedule);
  return choose(report, keeps).map([&](const Hazard* kept) { return minimised(text, schedule, *kept, keeps); });
}

tl::expected<MinimisedTrace, std::string> minimise(std::string_view text, const Schedule& schedule,
                                                   std::string_view fingerprint) {
  const Report report = find_hazards(schedule);
  const auto meant = [&](const Hazard& hazard) { return fingerprint.empty() || hazard.fingerprint == fingerprint; };
  return choose(report, meant).map([&](const Hazard* kept) {
    const auto same = [kept](const Hazard& hazard) { return hazard.fingerprint == kept->fingerprint; };
    return minimised(text, schedule, *kept, same);
  });
}

}  // namespace fencepost::checker
