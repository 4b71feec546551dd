/// fencepost_card: plays trace files on the GPU, in lockstep with the model, and says where they differ.
///
///   fencepost_card [--json] [--plain N] [--aimed N] [--seeded N] [--seed N] [--delay-us N] [--sweep]
///                  [--as-captured] PATH…
///
/// Paths are trace files or folders of them. Exit status as `fencepost replay`: 0 agreed, 1 hazards,
/// 2 bad input, 3 disagreement, 77 no GPU.

#include <fencepost/checker/audit.h>
#include <fencepost/runtime/cuda/children.h>
#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/replay.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/traces/parser.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>

#include <fmt/format.h>

namespace {

using namespace fencepost;

struct Options {
  cuda::ReplayOptions replay;
  bool json = false;
  std::vector<std::string> files;
};

bool read_number(std::string_view name, const char* text, Options& options) {
  const auto number = static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  const std::map<std::string_view, std::uint32_t*> numbers{{"--plain", &options.replay.plain_runs},
                                                           {"--aimed", &options.replay.aimed_runs},
                                                           {"--seeded", &options.replay.seeded_runs},
                                                           {"--seed", &options.replay.first_seed}};
  if (name == "--delay-us") {
    options.replay.delay = std::chrono::microseconds(number);
    return true;
  }
  const auto found = numbers.find(name);
  if (found != numbers.end()) *found->second = number;
  return found != numbers.end();
}

void add_path(const std::string& path, std::vector<std::string>& files) {
  if (!std::filesystem::is_directory(path)) return files.push_back(path);
  const std::size_t before = files.size();
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.path().extension() == ".trace") files.push_back(entry.path().string());
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
}

bool read_arguments(int count, char** arguments, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--json") {
      options.json = true;
    } else if (argument == "--sweep") {
      options.replay.sweep = true;
    } else if (argument == "--as-captured") {
      options.replay.relinearise = false;
    } else if (!argument.starts_with("--")) {
      add_path(arguments[i], options.files);
    } else if (i + 1 == count || !read_number(argument, arguments[i + 1], options)) {
      return false;
    } else {
      ++i;
    }
  }
  return !options.files.empty();
}

std::vector<cuda::HazardToShow> hazards_of(const checker::Report& report) {
  std::vector<cuda::HazardToShow> hazards;
  for (const checker::Hazard& hazard : report.hazards) {
    hazards.push_back({std::string(name(hazard.slug)), hazard.first.line, hazard.second.line, hazard.first.executable,
                       hazard.region, hazard.lo, hazard.hi});
  }
  return hazards;
}

/// What every child sets up once, before its first trace.
struct Card {
  std::unique_ptr<cuda::Workspace> workspace;
  cuda::Watchdog watchdog;
};

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

cuda::FileReport play_file(const std::string& path, const Options& options, std::unique_ptr<Card>& card,
                           const cuda::ReportAndExit& report_and_exit) {
  cuda::FileReport report;
  report.path = path;
  report.outcome = cuda::FileReport::Outcome::not_played;
  const auto schedule = parse(read_file(path), path);
  if (!schedule) {
    report.reason = "it is no trace";
    return report;
  }
  checker::AuditOptions audit_options;
  audit_options.explain = false;
  audit_options.fixes = false;
  const checker::Report audited = checker::audit(*schedule, audit_options);
  if (!card) {
    auto workspace = cuda::Workspace::make();
    if (!workspace) {
      report.outcome = cuda::FileReport::Outcome::died;
      report.reason = workspace.error();
      return report;
    }
    card = std::make_unique<Card>();
    card->workspace = std::move(*workspace);
  }
  cuda::Replayer replayer(*card->workspace, card->watchdog, options.replay);
  return replayer.replay(path, *schedule, hazards_of(audited), report_and_exit);
}

cuda::FileReport report_of(const cuda::JobEnd& end, const std::string& path) {
  if (end.kind == cuda::JobEnd::Kind::finished) return cuda::report_from_json(end.text);
  cuda::FileReport report;
  report.path = path;
  const bool timed_out = end.kind == cuda::JobEnd::Kind::timed_out;
  report.outcome = timed_out ? cuda::FileReport::Outcome::hung : cuda::FileReport::Outcome::died;
  report.reason = timed_out ? "nothing was heard of it any more" : fmt::format("its process got signal {}", end.signal);
  return report;
}

/// Whether this machine can play at all, asked in a child: the parent must not touch the GPU.
bool ask_doctor(bool print) {
  bool can_play = false;
  const cuda::Job job = [](std::size_t, const cuda::ReportAndExit&) -> cuda::JobResult {
    const cuda::Diagnosis diagnosis = cuda::examine();
    return {(diagnosis.can_play ? "+" : "-") + cuda::to_text(diagnosis), false};
  };
  cuda::run_in_children(1, job, std::chrono::seconds(60), [&](std::size_t, const cuda::JobEnd& end) {
    can_play = !end.text.empty() && end.text[0] == '+';
    if (print || !can_play) fmt::print("{}", end.text.empty() ? "the examination died\n" : end.text.substr(1));
  });
  return can_play;
}

int play_all(const Options& options) {
  std::map<cuda::FileReport::Outcome, std::size_t> tally;
  int worst = 0;
  std::unique_ptr<Card> card;
  const cuda::Job job = [&](std::size_t index, const cuda::ReportAndExit& report_and_exit) {
    const cuda::FileReport report = play_file(options.files[index], options, card, report_and_exit);
    return cuda::JobResult{cuda::to_json(report), report.outcome == cuda::FileReport::Outcome::died};
  };
  cuda::run_in_children(
      options.files.size(), job, std::chrono::seconds(60), [&](std::size_t index, const cuda::JobEnd& end) {
        const cuda::FileReport report = report_of(end, options.files[index]);
        ++tally[report.outcome];
        worst = std::max(worst, cuda::exit_status(report));
        fmt::print("{}{}", options.json ? cuda::to_json(report) : cuda::to_text(report), options.json ? "\n" : "");
        std::fflush(stdout);
      });
  if (!options.json) {
    using Outcome = cuda::FileReport::Outcome;
    fmt::print("{} traces: {} agreed, {} disagreed, {} not played, {} hung, {} died\n", options.files.size(),
               tally[Outcome::agreed], tally[Outcome::disagreed], tally[Outcome::not_played], tally[Outcome::hung],
               tally[Outcome::died]);
  }
  return worst;
}

}  // namespace

int main(int count, char** arguments) {
  // Without enough hardware queues, streams would wait for one another for no reason of the schedule.
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
  Options options;
  if (!read_arguments(count, arguments, options)) {
    fmt::print(stderr,
               "usage: fencepost_card [--json] [--plain N] [--aimed N] [--seeded N] [--seed N] [--delay-us N] "
               "[--sweep] [--as-captured] PATH…\n");
    return 2;
  }
  return ask_doctor(!options.json) ? play_all(options) : 77;
}
