#include <fencepost/runtime/cuda/downstream.h>
#include <fencepost/runtime/cuda/replay.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/runtime/cuda/wrong_value_text.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

constexpr std::size_t most_examples = 4;
/// How often the model follows the driver before its placement is called unsteady.
constexpr int most_placements = 6;

/// A way of making a hazard show.
struct Aim {
  DelayPlan delays;
  LinearOrder order;

  [[nodiscard]] std::string describe() const {
    if (order.kind == LinearOrder::Kind::as_captured) return delays.describe();
    return fmt::format("{}; nodes created in another order: {}", delays.describe(), cuda::describe(order));
  }
};

/// How often an aim is tried before it is judged.
constexpr std::uint64_t trial_runs = 3;

/// From the gentlest on: the first end of the hazard, or who writes its bytes, sleeps so that the other
/// end overtakes it; and what a graph's edges do not order is created in another order.
std::vector<Aim> aims_at(std::span<const std::uint32_t> lines, ExecutableId executable, const ReplayOptions& options) {
  std::vector<LinearOrder> orders{{}};
  if (options.relinearise) {
    orders.push_back({LinearOrder::Kind::waits_first, 0});
    orders.push_back({LinearOrder::Kind::reversed, 0});
  }
  std::vector<Aim> aims;
  for (const LinearOrder& order : orders) {
    for (const int times : {1, 4, 16, 64}) {
      for (const std::uint32_t line : lines) {
        aims.push_back({DelayPlan::aimed(line, Moment::before_first_access, options.delay * times, executable), order});
      }
    }
  }
  return aims;
}

/// In at least 99 of 100 runs; a shorter row of runs must show it every time.
bool shows_nearly_always(const HazardOnCard& hazard) {
  return hazard.runs != 0 && hazard.shown * 100 >= hazard.runs * 99;
}

/// Reports a hang and ends the process. All that it names must outlive it.
OnHang hung(FileReport& report, const Prepared& prepared, const std::string& delays,
            const ReportAndExit& report_and_exit) {
  return [&report, &prepared, delays, &report_and_exit](const DeviceProgress& progress) {
    report.outcome = FileReport::Outcome::hung;
    report.reason = fmt::format("{}: {}", delays, describe(prepared, progress));
    report_and_exit(to_json(report));
  };
}

std::vector<CommunicatorOnCard> communicators_of(const RunResult& result, const Names& names,
                                                 const RealCommunicators* real) {
  std::vector<CommunicatorOnCard> communicators;
  for (const PlayedCommunicator& played : result.communicators) {
    const bool is_real = played.why_not_real.empty();
    communicators.push_back({std::string(names[played.communicator]), played.ranks,
                             is_real ? real->name() : std::string("loopback"), played.why_not_real});
  }
  return communicators;
}

bool is_downstream(const Downstream& downstream, const WrongValue& wrong) {
  return wrong.reader == initial_contents ? downstream.ends_wrong(wrong.bytes)
                                          : downstream.reads_wrong(wrong.reader, wrong.execution);
}

}  // namespace

/// The runs of one trace.
class Replayer::Session {
 public:
  Session(Replayer& replayer, Prepared& prepared, std::span<const HazardToShow> hazards, FileReport& report,
          const ReportAndExit& report_and_exit)
      : replayer_(replayer),
        prepared_(prepared),
        report_(report),
        report_and_exit_(report_and_exit),
        hazards_(hazards.begin(), hazards.end()) {
    std::vector<AddressRange> all;
    for (const HazardToShow& hazard : hazards) {
      const std::vector<AddressRange> bytes = disputed_bytes(prepared, hazard);
      all.insert(all.end(), bytes.begin(), bytes.end());
      downstream_.emplace_back(prepared.coordinates(), bytes);
      report.hazards.push_back(
          {hazard.slug, hazard.first_line, hazard.second_line, 0, 0, {}, why_exempt(prepared, hazard)});
    }
    downstream_.emplace_back(prepared.coordinates(), all);
    prepared.play([&](const Effect& effect) {
      for (Downstream& downstream : downstream_) downstream.execute(effect);
    });
  }

  void run_all() {
    const ReplayOptions& options = replayer_.options_;
    const DelayPlan plain = options.fault_line == 0 ? DelayPlan() : DelayPlan::fault(options.fault_line);
    for (std::uint32_t i = 0; i < options.plain_runs && go_on(); ++i) run(plain, {});
    for (std::size_t i = 0; i < hazards_.size(); ++i) aim_at(i);
    const bool aimed =
        std::ranges::any_of(report_.hazards, [](const HazardOnCard& hazard) { return hazard.runs != 0; });
    if (!aimed && options.aimed_runs != 0) aim_everywhere(options.aimed_runs);
    for (std::uint32_t i = 0; i < options.seeded_runs && go_on(); ++i) {
      const std::uint32_t seed = options.first_seed + i;
      run(DelayPlan::seeded(seed, options.delay), order_of(i, LinearOrder::Kind::seeded, seed));
    }
    if (options.sweep) aim_everywhere(0);
  }

 private:
  [[nodiscard]] bool go_on() const { return report_.outcome == FileReport::Outcome::agreed; }

  /// The lines whose work can make a hazard show when it sleeps: its first end, or, when that is no
  /// work (a record), whoever writes the bytes in dispute.
  [[nodiscard]] std::vector<std::uint32_t> lines_to_delay(const HazardToShow& hazard, AddressRange bytes) const {
    std::set<std::uint32_t> writers;
    bool is_work = false;
    prepared_.play([&](const Effect& effect) {
      const std::uint32_t line = prepared_.authors()[effect.author].line;
      is_work = is_work || line == hazard.first_line;
      const bool writes_them = std::ranges::any_of(effect.touches, [&](const Touch& touch) {
        return writes(touch.mode) && touch.range.lo < bytes.hi && bytes.lo < touch.range.hi;
      });
      if (writes_them) writers.insert(line);
    });
    if (is_work) return {hazard.first_line};
    return {writers.begin(), writers.end()};
  }

  void aim_at(std::size_t index) {
    const std::vector<AddressRange> bytes = disputed_bytes(prepared_, hazards_[index]);
    if (bytes.empty() || !hazards_[index].of_order || replayer_.options_.aimed_runs == 0) return;
    HazardOnCard& best = report_.hazards[index];
    for (const Aim& aim :
         aims_at(lines_to_delay(hazards_[index], bytes[0]), hazards_[index].first_executable, replayer_.options_)) {
      if (!go_on() || shows_nearly_always(best)) return;
      HazardOnCard tried = best;
      tried.runs = tried.shown = 0;
      tried.aim = aim.describe();
      run_aimed(index, aim, trial_runs, tried);
      if (tried.shown != 0) run_aimed(index, aim, replayer_.options_.aimed_runs, tried);
      if (best.runs == 0 || tried.shown * best.runs > best.shown * tried.runs) best = tried;
    }
  }

  /// Until `shown` counts so many runs.
  void run_aimed(std::size_t hazard, const Aim& aim, std::uint64_t runs, HazardOnCard& shown) {
    while (shown.runs < runs && go_on()) {
      ++shown.runs;
      if (shows(hazard, run(aim.delays, aim.order))) ++shown.shown;
    }
  }

  /// Every second run creates nodes in another order, if at all.
  [[nodiscard]] LinearOrder order_of(std::uint32_t run, LinearOrder::Kind other, std::uint32_t seed) const {
    if (!replayer_.options_.relinearise || run % 2 == 0) return {};
    return {other, seed};
  }

  /// Delays every line of work in turn, again and again until there were so many runs; 0: once.
  void aim_everywhere(std::uint32_t runs) {
    std::set<std::uint32_t> lines;
    prepared_.play([&](const Effect& effect) { lines.insert(prepared_.authors()[effect.author].line); });
    const std::vector<std::uint32_t> sorted(lines.begin(), lines.end());
    const std::vector<DelayPlan> plans = DelayPlan::sweep(sorted, replayer_.options_.delay);
    if (plans.empty()) return;
    const auto count = runs == 0 ? static_cast<std::uint32_t>(plans.size()) : runs;
    for (std::uint32_t i = 0; i < count && go_on(); ++i) {
      const auto turn = static_cast<std::uint32_t>(i / plans.size());
      run(plans[i % plans.size()], order_of(turn, LinearOrder::Kind::waits_first, 0));
    }
  }

  [[nodiscard]] bool shows(std::size_t hazard, const ValueDifferences& values) const {
    return std::ranges::any_of(values.wrong,
                               [&](const WrongValue& wrong) { return is_downstream(downstream_[hazard], wrong); });
  }

  ValueDifferences run(const DelayPlan& delays, const LinearOrder& order) {
    RunOptions options{delays, order, replayer_.options_.patience, replayer_.options_.serialised};
    const OnHang on_hang = hung(report_, prepared_, delays.describe(), report_and_exit_);
    RunResult result = run_on_card(prepared_, replayer_.workspace_, options, replayer_.watchdog_, on_hang);
    ++report_.runs;
    report_.calls += result.lockstep.calls;
    report_.nanoseconds += static_cast<std::uint64_t>(result.time.count());
    if (!result.not_rebuilt.empty()) report_.not_rebuilt = result.not_rebuilt;
    if (result.placed_otherwise) ++report_.placed_otherwise;
    if (report_.communicators.empty()) {
      report_.communicators =
          communicators_of(result, prepared_.operations().names(), replayer_.workspace_.communicators());
    }
    judge(result, delays);
    return std::move(result.values);
  }

  void judge(const RunResult& result, const DelayPlan& delays) {
    const auto conclude = [&](FileReport::Outcome outcome, const std::string& reason) {
      report_.outcome = outcome;
      report_.reason = reason;
    };
    if (result.sticky_error) {
      report_.sticky = true;
      return conclude(FileReport::Outcome::died, describe(prepared_, *result.sticky_error, result.progress));
    }
    if (!result.not_played.empty()) return conclude(FileReport::Outcome::not_played, result.not_played);
    if (result.lockstep.difference) {
      return conclude(FileReport::Outcome::disagreed, describe(*result.lockstep.difference));
    }
    if (result.lockstep.timed_out) {
      return conclude(FileReport::Outcome::hung, "what a pool took for finished did not finish");
    }
    if (!result.values.missing.empty()) {
      return conclude(FileReport::Outcome::disagreed, describe(prepared_, result.values.missing.front()));
    }
    if (!result.values.wrong.empty()) ++report_.wrong_runs;
    for (const WrongValue& wrong : result.values.wrong) {
      const std::string text = describe(prepared_, wrong);
      if (!is_downstream(downstream_.back(), wrong)) {
        return conclude(FileReport::Outcome::disagreed,
                        fmt::format("{} ({}), and no hazard explains it", text, delays.describe()));
      }
      if (report_.wrong_values.size() < most_examples && std::ranges::count(report_.wrong_values, text) == 0) {
        report_.wrong_values.push_back(text);
      }
    }
  }

  Replayer& replayer_;
  Prepared& prepared_;
  FileReport& report_;
  const ReportAndExit& report_and_exit_;
  std::vector<HazardToShow> hazards_;
  std::vector<Downstream> downstream_;  // of each hazard, then of all together
};

tl::expected<std::unique_ptr<Prepared>, NotPlayed> Replayer::settle(std::unique_ptr<Prepared> prepared,
                                                                    FileReport& report,
                                                                    const ReportAndExit& report_and_exit) const {
  if (prepared->driver_placed().empty()) return prepared;
  RunOptions plain;
  plain.patience = options_.patience;
  for (int attempt = 0; attempt < most_placements; ++attempt) {
    if (!why_too_large(*prepared, workspace_).empty()) return prepared;  // Whoever plays it will say so.
    const OnHang on_hang = hung(report, *prepared, plain.delays.describe(), report_and_exit);
    const RunResult run = run_on_card(*prepared, workspace_, plain, watchdog_, on_hang);
    if (!run.placed_otherwise) return prepared;
    auto next = prepared->placed_as(run.driver_placement);
    if (!next) return next;
    prepared = std::move(*next);
  }
  return tl::unexpected(NotPlayed{0, "the driver placed its bytes otherwise in every run"});
}

FileReport Replayer::replay(const std::string& path, const Schedule& schedule, const HazardsOf& hazards_of,
                            const ReportAndExit& report_and_exit) {
  FileReport report;
  report.path = path;
  const auto refuse = [&](std::string reason) {
    report.outcome = FileReport::Outcome::not_played;
    report.reason = std::move(reason);
    return report;
  };
  auto prepared = Prepared::make(schedule);
  if (prepared) prepared = settle(std::move(*prepared), report, report_and_exit);
  if (!prepared) {
    const NotPlayed& error = prepared.error();
    return refuse(error.line == 0 ? error.reason : fmt::format("line {}: {}", error.line, error.reason));
  }
  if (std::string reason = why_too_large(**prepared, workspace_); !reason.empty()) return refuse(std::move(reason));
  const bool as_written = (*prepared)->driver_placed().empty();
  const std::vector<HazardToShow> hazards = hazards_of(as_written ? schedule : (*prepared)->operations());
  Session(*this, **prepared, hazards, report, report_and_exit).run_all();
  return report;
}

}  // namespace fencepost::cuda
