/// fencepost_card: plays trace files on the GPU, in lockstep with the model, and says where they differ.
///
///   fencepost_card [--json] [--plain N] [--aimed N] [--seeded N] [--seed N] [--delay-us N] [--sweep]
///                  [--as-captured] PATH…
///
/// Paths are trace files or folders of them. Exit status as `fencepost replay`: 0 agreed, 1 hazards,
/// 2 bad usage, 3 disagreement, 77 no GPU.

#include <fencepost/checker/audit.h>
#include <fencepost/runtime/cuda/replay_files.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace {

using namespace fencepost;

struct Arguments {
  cuda::ReplayFiles request;
  bool json = false;
};

bool read_number(std::string_view name, const char* text, cuda::ReplayOptions& options) {
  const auto number = static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  const std::map<std::string_view, std::uint32_t*> numbers{{"--plain", &options.plain_runs},
                                                           {"--aimed", &options.aimed_runs},
                                                           {"--seeded", &options.seeded_runs},
                                                           {"--seed", &options.first_seed}};
  if (name == "--delay-us") {
    options.delay = std::chrono::microseconds(number);
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

bool read_arguments(int count, char** texts, Arguments& arguments) {
  for (int i = 1; i < count; ++i) {
    const std::string_view text = texts[i];
    if (text == "--json") {
      arguments.json = true;
    } else if (text == "--sweep") {
      arguments.request.options.sweep = true;
    } else if (text == "--as-captured") {
      arguments.request.options.relinearise = false;
    } else if (!text.starts_with("--")) {
      add_path(texts[i], arguments.request.paths);
    } else if (i + 1 == count || !read_number(text, texts[i + 1], arguments.request.options)) {
      return false;
    } else {
      ++i;
    }
  }
  return !arguments.request.paths.empty();
}

std::vector<cuda::HazardToShow> hazards_of(const Schedule& schedule) {
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  std::vector<cuda::HazardToShow> hazards;
  for (const checker::Hazard& hazard : checker::audit(schedule, options).hazards) {
    hazards.push_back({std::string(name(hazard.slug)), hazard.first.line, hazard.second.line, hazard.first.executable,
                       hazard.region, hazard.lo, hazard.hi});
  }
  return hazards;
}

int play(const Arguments& arguments) {
  using Outcome = cuda::FileReport::Outcome;
  std::map<Outcome, std::size_t> tally;
  int worst = 0;
  cuda::replay_files(arguments.request, [&](const cuda::FileReport& report) {
    ++tally[report.outcome];
    worst = std::max(worst, cuda::exit_status(report));
    fmt::print("{}{}", arguments.json ? cuda::to_json(report) : cuda::to_text(report), arguments.json ? "\n" : "");
    std::fflush(stdout);
  });
  if (!arguments.json) {
    fmt::print("{} traces: {} agreed, {} disagreed, {} not played, {} hung, {} died\n", arguments.request.paths.size(),
               tally[Outcome::agreed], tally[Outcome::disagreed], tally[Outcome::not_played], tally[Outcome::hung],
               tally[Outcome::died]);
  }
  return worst;
}

}  // namespace

int main(int count, char** texts) {
  cuda::prepare_environment();
  Arguments arguments;
  arguments.request.hazards_of = hazards_of;
  if (!read_arguments(count, texts, arguments)) {
    fmt::print(stderr,
               "usage: fencepost_card [--json] [--plain N] [--aimed N] [--seeded N] [--seed N] [--delay-us N] "
               "[--sweep] [--as-captured] PATH…\n");
    return 2;
  }
  const cuda::Examination examination = cuda::examine_in_child();
  if (!arguments.json || !examination.can_play) fmt::print("{}", examination.text);
  return examination.can_play ? play(arguments) : 77;
}
