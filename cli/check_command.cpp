#include "card.h"
#include "check_on_card.h"
#include "check_report.h"
#include "commands.h"
#include "interruption.h"
#include "kept_cases.h"
#include "progress.h"
#include "shard.h"
#include <fencepost/properties/gtp_suite.h>
#include <fencepost/properties/raw_suite.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

namespace fencepost::cli {

namespace {

using properties::GtpSuite;
using properties::RawSuite;

std::unique_ptr<properties::Suite> make_suite(const CheckOptions& options, const gtp::Mutation* mutation) {
  using Kind = CheckOptions::Suite;
  if (options.suite == Kind::gtp) {
    properties::GtpSettings settings;
    settings.seed = options.seed;
    settings.mutation = mutation;
    if (options.gpu) settings.generator = properties::GtpGeneratorSettings::small();
    if (options.max_size != 0) settings.generator.max_commands = options.max_size;
    return std::make_unique<GtpSuite>(settings);
  }
  const bool everything = options.suite == Kind::raw;
  properties::CampaignSettings settings =
      everything ? RawSuite::of_everything(options.seed) : RawSuite::of_allocators(options.seed);
  if (options.max_size != 0) settings.generator.sections = options.max_size;
  return std::make_unique<RawSuite>(everything ? "raw" : "allocator", settings);
}

/// Runs one suite after the other; what went wrong besides the suites is in `status`.
class Checker {
 public:
  Checker(const CheckOptions& options, Shard shard, std::ostream& err) : options_(options), shard_(shard), err_(err) {}

  CheckRun run(const gtp::Mutation* mutation) {
    const auto suite = make_suite(options_, mutation);
    CheckRun run;
    run.suite = suite->name();
    run.mutation = mutation;
    run.seed = options_.seed;
    run.count_names.assign(suite->count_names().begin(), suite->count_names().end());
    judge_kept_cases(*suite, run);
    if (run.kept.empty() && status_ == ExitStatus::clean) generate(*suite, run);
    return run;
  }

  /// `clean` unless a folder or file could not be used.
  [[nodiscard]] ExitStatus status() const { return status_; }

 private:
  void judge_kept_cases(const properties::Suite& suite, CheckRun& run) {
    if (options_.save.empty()) return;
    const auto kept = read_kept_cases(options_.save);
    if (!kept) return complain(kept.error());
    for (const KeptCase& each : *kept) {
      const auto shows = suite.still_shows(each.text);
      run.kept_cases += shows.has_value() ? 1 : 0;
      if (shows.value_or(false) && run.kept.empty()) run.kept = each.path;
    }
  }

  [[nodiscard]] properties::SuiteRun how() const {
    properties::SuiteRun how;
    how.first = options_.only_case.value_or(shard_.index);
    how.stride = shard_.count;
    how.cases = options_.only_case ? 1 : (options_.cases + shard_.count - 1 - shard_.index) / shard_.count;
    how.jobs = options_.jobs != 0 ? options_.jobs : std::max(1U, std::thread::hardware_concurrency());
    how.stop = interrupted;
    return how;
  }

  void generate(const properties::Suite& suite, CheckRun& run) {
    properties::SuiteRun how = this->how();
    run.cases_asked = how.cases;
    {
      Progress progress(err_, isatty(STDERR_FILENO) != 0, run.title(), how.cases);
      how.progress = [&](std::uint64_t done) { progress.show(done); };
      run.result = run_suite(suite, how);
    }
    if (options_.gpu && run.mutation == nullptr) play_on_the_gpu(suite, how, run);
    if (!run.result.found) return;
    run.finding = suite.investigate(*run.result.found);
    if (options_.gpu) run.shown = show_on_card(run.finding->trace);
    if (options_.save.empty()) return;
    const auto saved = keep_case(options_.save, name_of(run), *run.finding);
    if (!saved) return complain(saved.error());
    run.saved = *saved;
  }

  void play_on_the_gpu(const properties::Suite& suite, const properties::SuiteRun& how, CheckRun& run) {
    Progress progress(err_, isatty(STDERR_FILENO) != 0, run.title() + " on the GPU", how.cases);
    run.lockstep = play_cases_on_card(suite, how, [&](std::uint64_t done) { progress.show(done); });
  }

  static std::string name_of(const CheckRun& run) {
    return fmt::format("{}{}{}-seed{}-case{}", run.suite, run.mutation != nullptr ? "-" : "",
                       run.mutation != nullptr ? run.mutation->name : "", run.seed, run.finding->number);
  }

  void complain(const std::string& what) {
    err_ << fmt::format("error: {}\n", what);
    status_ = ExitStatus::bad_input;
  }

  const CheckOptions& options_;
  Shard shard_;
  std::ostream& err_;
  ExitStatus status_ = ExitStatus::clean;
};

void write(std::ostream& out, const CheckOptions& options, const std::vector<CheckRun>& runs) {
  switch (options.format) {
    case CheckOptions::Format::json:
      return write_check_json(out, runs);
    case CheckOptions::Format::junit:
      return write_check_junit(out, runs);
    case CheckOptions::Format::text:
      if (options.mutation == "all") return write_mutation_table(out, runs);
      for (const CheckRun& run : runs) write_check_text(out, run);
  }
}

/// With `--mutation all` the question is whether the suite notices everything; else whether
/// anything was found.
ExitStatus verdict(const CheckOptions& options, const std::vector<CheckRun>& runs) {
  if (std::ranges::any_of(runs, [](const CheckRun& run) { return run.result.stopped; }) || interrupted()) {
    const bool found = options.mutation != "all" && std::ranges::any_of(runs, &CheckRun::found);
    return found ? ExitStatus::hazards : ExitStatus::interrupted;
  }
  const auto differs = [](const CheckRun& run) { return run.lockstep && !run.lockstep->difference.empty(); };
  if (std::ranges::any_of(runs, differs)) return ExitStatus::disagreement;
  const bool good =
      std::ranges::all_of(runs, [&](const CheckRun& run) { return run.found() == (options.mutation == "all"); });
  return good ? ExitStatus::clean : ExitStatus::hazards;
}

ExitStatus list_mutations(std::ostream& out) {
  for (const gtp::Mutation& mutation : gtp::mutations()) {
    out << fmt::format("{:<42} {} ({}; {})\n", mutation.name, mutation.meaning, mutation.source, name(mutation.oracle));
  }
  return ExitStatus::clean;
}

/// The mutations to switch on, one after the other; a null pointer is the whole engine.
tl::expected<std::vector<const gtp::Mutation*>, std::string> chosen_mutations(const CheckOptions& options) {
  if (options.mutation.empty()) return std::vector<const gtp::Mutation*>{nullptr};
  if (options.suite != CheckOptions::Suite::gtp) return tl::unexpected<std::string>("only the suite gtp has mutations");
  std::vector<const gtp::Mutation*> chosen;
  for (const gtp::Mutation& mutation : gtp::mutations()) {
    if (options.mutation == "all" || mutation.name == options.mutation) chosen.push_back(&mutation);
  }
  if (!chosen.empty()) return chosen;
  return tl::unexpected(
      fmt::format("no mutation is called \"{}\"; fencepost check --list-mutations lists them", options.mutation));
}

}  // namespace

ExitStatus run(const CheckOptions& options, std::ostream& out, std::ostream& err) {
  if (options.list_mutations) return list_mutations(out);
  const auto shard = choose_shard(options.shard);
  const auto mutations = chosen_mutations(options);
  if (!shard || !mutations) {
    err << fmt::format("error: {}\n", !shard ? shard.error() : mutations.error());
    return ExitStatus::bad_input;
  }
  if (options.gpu) {
    const CardExamination card = examine_card();
    if (!card.can_play) {
      err << fmt::format("error: --gpu: {}\nhint: `fencepost doctor` says what is there\n", card.why_not);
      return ExitStatus::no_gpu;
    }
  }
  note_interruptions();
  Checker checker(options, *shard, err);
  std::vector<CheckRun> runs;
  for (const gtp::Mutation* mutation : *mutations) {
    if (interrupted()) break;
    runs.push_back(checker.run(mutation));
  }
  write(out, options, runs);
  return worse(checker.status(), verdict(options, runs));
}

}  // namespace fencepost::cli
