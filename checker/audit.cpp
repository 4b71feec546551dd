#include <fencepost/checker/audit.h>
#include <fencepost/checker/classify/complete_sites.h>
#include <fencepost/checker/detector.h>
#include <fencepost/checker/explain/enrich.h>
#include <fencepost/checker/fingerprint.h>
#include <fencepost/checker/repair/repair.h>
#include <fencepost/traces/player.h>

#include <span>
#include <utility>

namespace fencepost::checker {

namespace {

/// A detector and the model that feeds it.
class Playback {
 public:
  explicit Playback(model::Rules rules)
      : detector_([this] { return device_.generations(); }), device_(detector_, rules) {}

  /// Plays everything; the report has an error or a verdict.
  Report run(const Schedule& schedule) {
    Report report;
    const auto played =
        play(schedule, device_, {}, [this](std::size_t, const Operation& operation, const Outcome& outcome) {
          return observe(operation, outcome);
        });
    device_.finish();
    report.error = device_.error();
    endless_ = !played && played.error().kind == PlayError::Kind::endless_loop;
    if (!played) {
      report.error =
          model::ModelError{played.error().line, model::ModelError::Kind::not_modelled, played.error().message};
    } else if (!report.error && detector_.overflowed()) {
      report.error = model::ModelError{0, model::ModelError::Kind::not_modelled, "more than 4294967294 executions"};
    }
    if (report.error) return report;
    report.operations = played->operations;
    Detector::Result found = detector_.finish();
    report.hazards = std::move(found.hazards);
    report.notes = std::move(found.notes);
    report.accesses = found.accesses;
    report.peak_bytes = device_.total_use().peak_reserved;
    report.pools = device_.pool_uses();
    report.generations.assign(device_.generations().begin(), device_.generations().end());
    return report;
  }

  /// Nothing was played, since the schedule has an endless loop.
  [[nodiscard]] bool endless() const { return endless_; }

 private:
  /// Tells the detector about captures, and stops where the model has to.
  bool observe(const Operation& operation, const Outcome& outcome) {
    if (operation.kind == OperationKind::begin_capture && outcome.status == Status::success) {
      detector_.capture_began(operation.graph());
    } else if (operation.kind == OperationKind::end_capture) {
      detector_.capture_ended(operation.graph());
    } else if (operation.kind == OperationKind::trim) {
      detector_.pool_trimmed(operation.pool());
    }
    return !device_.error() && !detector_.overflowed();
  }

  Detector detector_;
  model::Device device_;
  bool endless_ = false;
};

/// Judges an endless loop by as many turns of it as stand for every number.
Report audit_endless(const Schedule& schedule, const AuditOptions& options) {
  Report report;
  auto bounded = bound_loops(schedule, options.rules);
  if (!bounded) {
    report.error = std::move(bounded.error());
    return report;
  }
  report = audit(bounded->schedule, options);
  if (report.error) return report;
  report.loops = std::move(bounded->loops);
  if (bounded->growth) {
    report.hazards.push_back(std::move(*bounded->growth));
    complete_sites(std::span(report.hazards).last(1), bounded->schedule);
    report.hazards.back().fingerprint = fingerprint(report.hazards.back(), schedule.names());
  }
  return report;
}

}  // namespace

Report audit(const Schedule& schedule, const AuditOptions& options) {
  Playback playback(options.rules);
  Report report = playback.run(schedule);
  if (playback.endless()) return audit_endless(schedule, options);
  if (report.error) return report;
  complete_sites(report.hazards, schedule);
  for (Hazard& hazard : report.hazards) hazard.fingerprint = fingerprint(hazard, schedule.names());
  if (options.explain) enrich(report.hazards, schedule, options.rules);
  if (options.fixes) repair(report, schedule, options);
  return report;
}

}  // namespace fencepost::checker
