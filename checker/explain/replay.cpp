#include <fencepost/checker/explain/replay.h>
#include <fencepost/checker/loops/bounded_loops.h>
#include <fencepost/traces/player.h>

#include <utility>

namespace fencepost::checker {

namespace {

/// Hands submissions to the graph and tells the log what it needs to know of them.
class Tee final : public model::SubmissionSink {
 public:
  explicit Tee(Replay& replay) : replay_(replay) {}

  void accept(const model::Submission& submission) override {
    replay_.graph.accept(submission);
    replay_.call_of_execution.push_back(replay_.log.now());
    if (submission.kind == model::SubmissionKind::launch) {
      replay_.log.launched(submission);
    }
  }
  void accept(const model::RefusedCall& /*refused*/) override { refused_ = true; }
  void accept(const std::shared_ptr<const model::GraphPlan>& graph) override { replay_.log.finished(*graph); }

  /// Whether a call was refused since the last question.
  bool take_refused() { return std::exchange(refused_, false); }

 private:
  Replay& replay_;
  bool refused_ = false;
};

/// Sits between the player and the model.
class LoggingDevice final : public Device {
 public:
  LoggingDevice(Replay& replay, const model::Rules& rules) : replay_(replay), sink_(replay), model_(sink_, rules) {}

  Outcome submit(const Operation& operation) override {
    const model::ExecutionId before = replay_.graph.execution_count();
    replay_.log.begin(operation);
    const Outcome outcome = model_.submit(operation);
    const bool submitted = replay_.graph.execution_count() > before;
    replay_.log.end(operation, sink_.take_refused(), submitted, outcome.ready);
    return outcome;
  }

  model::Device& model() { return model_; }

 private:
  Replay& replay_;
  Tee sink_;
  model::Device model_;
};

}  // namespace

void replay(const Schedule& schedule, const model::Rules& rules, Replay& result, model::ExecutionId last) {
  LoggingDevice device(result, rules);
  const auto played = play(schedule, device, {},
                           [&](std::size_t /*index*/, const Operation& /*operation*/, const Outcome& /*outcome*/) {
                             return !device.model().error() && result.graph.execution_count() < last;
                           });
  if (!played && played.error().kind == PlayError::Kind::endless_loop) {
    const auto bounded = bound_loops(schedule, rules);
    if (bounded) {
      replay(bounded->schedule, rules, result, last);
    } else {
      result.error = bounded.error();
    }
    return;
  }
  if (!played) {
    result.error =
        model::ModelError{played.error().line, model::ModelError::Kind::not_modelled, played.error().message};
    return;
  }
  if (!played->stopped) {
    device.model().finish();
  }
  result.error = device.model().error();
}

CallSite Replay::call_site(CauseVertex vertex, CauseVertex other) const {
  const CausePoint point = graph.point(vertex);
  if (point.kind == CausePoint::Kind::launch_node && graph.point(other).execution == point.execution) {
    return captured_call_site(vertex);
  }
  CallSite site{{call_of_execution[point.execution - 1], 0}, point.stream, point.thread};
  if (point.launch_line != 0) {
    site.stream = point.launch_stream;
  }
  if (point.kind == CausePoint::Kind::launch_node) {
    site.time.captured = log.captured_at(graph.plan_of(point.execution)->capture, point.node);
  }
  return site;
}

CallSite Replay::captured_call_site(CauseVertex vertex) const {
  const CausePoint point = graph.point(vertex);
  if (point.kind != CausePoint::Kind::launch_node) {
    return {{call_of_execution[point.execution - 1], 0}, point.stream, point.thread};
  }
  const std::uint64_t captured = log.captured_at(graph.plan_of(point.execution)->capture, point.node);
  return {{captured, 0}, point.stream, point.thread};
}

}  // namespace fencepost::checker
