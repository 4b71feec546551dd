#include <fencepost/runtime/cuda/children.h>
#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/replay_files.h>
#include <fencepost/runtime/cuda/workspace.h>
#include <fencepost/traces/parser.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

/// What a child sets up once, before its first trace.
struct Card {
  std::unique_ptr<Workspace> workspace;
  Watchdog watchdog;
};

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

FileReport without_a_run(const std::string& path, FileReport::Outcome outcome, std::string reason) {
  FileReport report;
  report.path = path;
  report.outcome = outcome;
  report.reason = std::move(reason);
  return report;
}

FileReport play_file(const std::string& path, const ReplayFiles& request, std::unique_ptr<Card>& card,
                     const ReportAndExit& report_and_exit) {
  const auto schedule = parse(read_file(path), path);
  if (!schedule) return without_a_run(path, FileReport::Outcome::not_played, "it is no trace");
  const std::vector<HazardToShow> hazards = request.hazards_of(*schedule);
  if (!card) {
    auto workspace = Workspace::make();
    if (!workspace) return without_a_run(path, FileReport::Outcome::died, workspace.error());
    card = std::make_unique<Card>();
    card->workspace = std::move(*workspace);
  }
  Replayer replayer(*card->workspace, card->watchdog, request.options);
  return replayer.replay(path, *schedule, hazards, report_and_exit);
}

FileReport report_of(const JobEnd& end, const std::string& path) {
  switch (end.kind) {
    case JobEnd::Kind::finished:
      return report_from_json(end.text);
    case JobEnd::Kind::timed_out:
      return without_a_run(path, FileReport::Outcome::hung, "nothing was heard of it any more");
    case JobEnd::Kind::died:
      return without_a_run(
          path, FileReport::Outcome::died,
          end.signal == 0 ? "its process ended" : fmt::format("its process got signal {}", end.signal));
  }
  return {};
}

}  // namespace

void prepare_environment() { setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0); }

void replay_files(const ReplayFiles& request, const std::function<void(const FileReport&)>& done) {
  std::unique_ptr<Card> card;
  const Job job = [&](std::size_t index, const ReportAndExit& report_and_exit) {
    const FileReport report = play_file(request.paths[index], request, card, report_and_exit);
    return JobResult{to_json(report), report.outcome == FileReport::Outcome::died};
  };
  run_in_children(request.paths.size(), job, request.limit,
                  [&](std::size_t index, const JobEnd& end) { done(report_of(end, request.paths[index])); });
}

Examination examine_in_child() {
  const Job job = [](std::size_t, const ReportAndExit&) -> JobResult {
    const Diagnosis diagnosis = examine();
    return {(diagnosis.can_play ? "+" : "-") + to_text(diagnosis), false};
  };
  Examination examination{"The examination of this machine died.\n", false};
  run_in_children(1, job, std::chrono::seconds(60), [&](std::size_t, const JobEnd& end) {
    if (end.text.empty()) return;
    examination = {end.text.substr(1), end.text[0] == '+'};
  });
  return examination;
}

}  // namespace fencepost::cuda
