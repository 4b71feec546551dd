#include "card.h"

#include "card_communicators.h"
#include <fencepost/checker/audit.h>
#include <fencepost/runtime/cuda/replay_files.h>

namespace fencepost::cli {

namespace {

std::vector<cuda::HazardToShow> hazards_of(const Schedule& schedule) {
  checker::AuditOptions options;
  options.explain = false;
  options.fixes = false;
  std::vector<cuda::HazardToShow> hazards;
  for (const checker::Hazard& hazard : checker::audit(schedule, options).hazards) {
    hazards.push_back({std::string(name(hazard.slug)), hazard.question == checker::Question::order, hazard.first.line,
                       hazard.second.line, hazard.first.executable, hazard.region, hazard.lo, hazard.hi});
  }
  return hazards;
}

cuda::ReplayOptions runs_of(const ReplayOptions& options) {
  cuda::ReplayOptions runs;
  const bool delayed = options.aimed || options.sweep || options.seed;
  runs.plain_runs = delayed ? 1 : options.replays;
  runs.aimed_runs = options.aimed ? options.replays : 0;
  runs.seeded_runs = options.seed ? options.replays : 0;
  runs.first_seed = options.seed.value_or(1);
  runs.sweep = options.sweep;
  runs.relinearise = options.relinearise;
  return runs;
}

}  // namespace

CardExamination examine_card() {
  cuda::prepare_environment();
  const cuda::Examination examination = cuda::examine_in_child();
  return {examination.text, examination.can_play, examination.why_not};
}

void play_on_card(const ReplayOptions& options, std::span<const NamedSchedule> schedules,
                  const std::function<void(const CardVerdict&)>& done) {
  cuda::prepare_environment();
  cuda::ReplayFiles request;
  for (const NamedSchedule& schedule : schedules) request.files.push_back({schedule.path, schedule.schedule});
  request.options = runs_of(options);
  request.hazards_of = hazards_of;
  request.communicators = real_communicators;
  cuda::replay_files(request, [&](const cuda::FileReport& report) {
    done({cuda::to_text(report), cuda::to_json(report), static_cast<ExitStatus>(cuda::exit_status(report))});
  });
}

}  // namespace fencepost::cli
