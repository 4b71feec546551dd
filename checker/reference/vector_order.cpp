#include <fencepost/checker/reference/happens_before.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace fencepost::checker::reference {

namespace {

/// One component for each queue (the last execution of it that is ordered before) and for each
/// node of a launch (zero or one). Components beyond the end are zero.
class Clock {
 public:
  [[nodiscard]] std::uint64_t operator[](std::size_t component) const {
    return component < values_.size() ? values_[component] : beyond_;
  }
  void set(std::size_t component, std::uint64_t value) {
    if (component >= values_.size()) values_.resize(component + 1, beyond_);
    values_[component] = value;
  }
  void join(const Clock& other) {
    combine(other, [](auto a, auto b) { return std::max(a, b); });
  }
  void meet(const Clock& other) {
    combine(other, [](auto a, auto b) { return std::min(a, b); });
  }

  /// The clock that everything is ordered before: of what can never run.
  static Clock top() {
    Clock clock;
    clock.beyond_ = std::numeric_limits<std::uint64_t>::max();
    return clock;
  }
  friend bool operator==(const Clock&, const Clock&) = default;

 private:
  template <class Choice>
  void combine(const Clock& other, Choice choice) {
    if (values_.size() < other.values_.size()) values_.resize(other.values_.size(), beyond_);
    for (std::size_t at = 0; at < values_.size(); ++at) values_[at] = choice(values_[at], other[at]);
    beyond_ = choice(beyond_, other.beyond_);
  }

  std::vector<std::uint64_t> values_;
  std::uint64_t beyond_ = 0;
};

class VectorOrder final : public HappensBefore {
 public:
  VectorOrder(const SubmissionLog& log, std::span<const model::ExecutionId> guarded) {
    for (const model::Submission& submission : log.submissions()) {
      add(submission, std::ranges::binary_search(guarded, submission.execution));
    }
  }

  [[nodiscard]] bool ordered(AccessKey earlier, AccessKey later) const override {
    const auto& [component, value] = ticks_.at(earlier);
    return starts_.at(later)[component] >= value;
  }

 private:
  struct Tick {
    std::size_t component = 0;
    std::uint64_t value = 0;
  };

  void add(const model::Submission& submission, bool guarded) {
    Clock start = tails_[submission.axis];
    if (submission.overlaps_from != 0) start.set(component_of(submission.axis), submission.overlaps_from - 1);
    start.join(tails_[submission.issuer]);
    join_waits(start, submission, model::no_node);
    if (guarded) {
      for (const model::CompletionPoint& point : submission.hand_over.discharged) start.join(completion(point));
    }
    const AccessKey key{submission.execution, model::no_node};
    Clock end = submission.kind == model::SubmissionKind::launch ? run_graph(submission, start) : start;
    starts_[key] = std::move(start);
    complete(key, std::move(end), {component_of(submission.axis), submission.execution});
    tails_[submission.axis] = completions_[key];
  }

  void complete(AccessKey key, Clock clock, Tick tick) {
    clock.set(tick.component, tick.value);
    completions_[key] = std::move(clock);
    ticks_[key] = tick;
  }

  /// Runs the nodes until nothing changes, from the largest clocks downwards. Returns the clock of
  /// the end of the launch, without the launch's own tick.
  Clock run_graph(const model::Submission& launch, const Clock& start) {
    const model::GraphPlan& graph = *launch.graph;
    const auto node_count = static_cast<model::NodeIndex>(graph.nodes.size());
    const std::size_t first_component = component_count_;
    component_count_ += node_count;
    for (model::NodeIndex node = 0; node < node_count; ++node) completions_[{launch.execution, node}] = Clock::top();

    for (bool changed = true; changed;) {
      changed = false;
      for (model::NodeIndex node = 0; node < node_count; ++node) {
        Clock clock = start;
        for (const model::NodeIndex predecessor : graph.predecessors_of(graph.nodes[node])) {
          clock.join(completions_[{launch.execution, predecessor}]);
        }
        join_waits(clock, launch, node);
        Clock& known = starts_[{launch.execution, node}];
        if (known == clock && ticks_.contains({launch.execution, node})) continue;
        known = clock;
        complete({launch.execution, node}, std::move(clock), {first_component + node, 1});
        changed = true;
      }
    }
    Clock end = start;
    for (model::NodeIndex node = 0; node < node_count; ++node) end.join(completions_[{launch.execution, node}]);
    return end;
  }

  void join_waits(Clock& clock, const model::Submission& submission, model::NodeIndex node) const {
    for (const model::BoundWait& wait : submission.waits) {
      if (wait.node != node || wait.unbound_possible || wait.candidates.empty()) continue;
      Clock agreed = completion(wait.candidates.front());
      for (const model::CompletionPoint& candidate : wait.candidates.subspan(1)) agreed.meet(completion(candidate));
      clock.join(agreed);
    }
  }

  [[nodiscard]] Clock completion(const model::CompletionPoint& point) const {
    return point.execution == 0 ? Clock{} : completions_.at({point.execution, point.node});
  }

  std::size_t component_of(model::Axis axis) {
    const auto [found, added] = components_.try_emplace(axis, component_count_);
    if (added) ++component_count_;
    return found->second;
  }

  std::map<AccessKey, Clock> starts_;
  std::map<AccessKey, Clock> completions_;
  std::map<AccessKey, Tick> ticks_;
  std::map<model::Axis, Clock> tails_;
  std::map<model::Axis, std::size_t> components_;
  std::size_t component_count_ = 0;
};

}  // namespace

std::unique_ptr<HappensBefore> vector_order(const SubmissionLog& log, std::span<const model::ExecutionId> guarded) {
  return std::make_unique<VectorOrder>(log, guarded);
}

}  // namespace fencepost::checker::reference
