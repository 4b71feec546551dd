#include <fencepost/runtime/cuda/children.h>
#include <fencepost/runtime/cuda/doctor.h>
#include <fencepost/runtime/cuda/replay_files.h>
#include <fencepost/runtime/cuda/workspace.h>

#include <cstdlib>
#include <memory>

#include <fmt/format.h>

namespace fencepost::cuda {
namespace {

/// What a child sets up once, before its first trace.
struct Card {
  std::unique_ptr<Workspace> workspace;
  Watchdog watchdog;
};

FileReport without_a_run(const std::string& path, FileReport::Outcome outcome, std::string reason) {
  FileReport report;
  report.path = path;
  report.outcome = outcome;
  report.reason = std::move(reason);
  return report;
}

FileReport play_file(const FileToReplay& file, const ReplayFiles& request, std::unique_ptr<Card>& card,
                     const ReportAndExit& report_and_exit) {
  if (!card) {
    auto workspace = Workspace::make({}, request.communicators ? request.communicators() : nullptr);
    if (!workspace) return without_a_run(file.path, FileReport::Outcome::died, workspace.error());
    card = std::make_unique<Card>();
    card->workspace = std::move(*workspace);
  }
  Replayer replayer(*card->workspace, card->watchdog, request.options);
  return replayer.replay(file.path, *file.schedule, request.hazards_of, report_and_exit);
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

/// Adds to the report of a run that ended in a sticky error what a run of one operation at a time says.
void narrow(FileReport& report, const FileToReplay& file, const ReplayFiles& request) {
  ReplayFiles again = request;
  again.files = {file};
  again.options.serialised = true;
  replay_files(again, [&](const FileReport& serialised) {
    report.reason += serialised.sticky ? ". One operation at a time: " + serialised.reason
                                       : ". One operation at a time, it does not happen";
  });
}

}  // namespace

void prepare_environment() { setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0); }

void replay_files(const ReplayFiles& request, const std::function<void(const FileReport&)>& done) {
  std::unique_ptr<Card> card;
  const Job job = [&](std::size_t index, const ReportAndExit& report_and_exit) {
    const FileReport report = play_file(request.files[index], request, card, report_and_exit);
    return JobResult{to_json(report), report.outcome == FileReport::Outcome::died};
  };
  run_in_children(request.files.size(), job, request.limit, [&](std::size_t index, const JobEnd& end) {
    FileReport report = report_of(end, request.files[index].path);
    if (report.sticky && !request.options.serialised) narrow(report, request.files[index], request);
    done(report);
  });
}

Examination examine_in_child() {
  const Job job = [](std::size_t, const ReportAndExit&) -> JobResult {
    const Diagnosis diagnosis = examine();
    return {diagnosis.why_not + '\n' + to_text(diagnosis), false};
  };
  Examination examination{{}, false, "the process that looked for a GPU died"};
  run_in_children(1, job, std::chrono::seconds(60), [&](std::size_t, const JobEnd& end) {
    const std::size_t line = end.text.find('\n');
    if (line == std::string::npos) return;
    examination = {end.text.substr(line + 1), line == 0, end.text.substr(0, line)};
  });
  return examination;
}

}  // namespace fencepost::cuda
