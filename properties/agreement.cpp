#include <fencepost/checker/classify/value_waits.h>
#include <fencepost/checker/loops/bounded_loops.h>
#include <fencepost/checker/oracle/endless_waits.h>
#include <fencepost/checker/oracle/oracle.h>
#include <fencepost/checker/reference/races.h>
#include <fencepost/checker/reference/submission_log.h>
#include <fencepost/model/device.h>
#include <fencepost/properties/agreement.h>
#include <fencepost/properties/clock_races.h>
#include <fencepost/properties/contract.h>
#include <fencepost/traces/player.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fencepost::properties {

namespace {

using checker::AccessKey;
using checker::RacePair;
using checker::SubmissionLog;

std::string describe(const SubmissionLog& log, const AccessKey& key) {
  const model::Submission& submission = log[key.execution];
  if (key.node == model::no_node) return fmt::format("line {}", submission.line);
  return fmt::format("line {} launched at line {}", submission.graph->nodes[key.node].line, submission.line);
}

std::string describe(const SubmissionLog& log, const RacePair& pair) {
  return fmt::format("{} ({}.{}) and {} ({}.{}), bytes {}:{} of region {}", describe(log, pair.first),
                     pair.first.execution, static_cast<std::int32_t>(pair.first.node), describe(log, pair.second),
                     pair.second.execution, static_cast<std::int32_t>(pair.second.node), pair.lo, pair.hi,
                     pair.region.value);
}

/// What one list has and the other lacks; empty when they are equal.
std::optional<std::string> difference(const SubmissionLog& log, std::string_view left_name,
                                      std::span<const RacePair> left, std::string_view right_name,
                                      std::span<const RacePair> right) {
  if (std::ranges::equal(left, right)) return std::nullopt;
  std::string text;
  const auto list = [&](std::string_view name, std::span<const RacePair> has, std::span<const RacePair> lacks) {
    std::vector<RacePair> alone;
    std::ranges::set_difference(has, lacks, std::back_inserter(alone));
    for (const RacePair& pair : alone) text += fmt::format("only the {}: {}\n", name, describe(log, pair));
  };
  list(left_name, left, right);
  list(right_name, right, left);
  return text;
}

void note_launches(Features& features, const SubmissionLog& log) {
  std::map<ExecutableId, int> launches;
  for (const model::Submission& submission : log.submissions()) {
    features.guarded |= !submission.hand_over.discharged.empty();
    features.waits_for_value |= submission.operation == OperationKind::wait_value;
    features.unmapped |= submission.operation == OperationKind::unmap;
    if (submission.kind != model::SubmissionKind::launch) continue;
    features.captured = true;
    features.replayed |= ++launches[submission.executable] > 1;
    for (const model::GraphNode& node : submission.graph->nodes) {
      features.conditional |= node.conditional;
      features.waits_for_value |= node.operation == OperationKind::wait_value;
      const bool external =
          node.kind == model::NodeKind::external_record || node.kind == model::NodeKind::external_wait;
      features.external |= external && !node.library;
    }
    for (const model::BoundWait& wait : submission.waits) {
      features.external_pair |= std::ranges::any_of(wait.candidates, [&](const model::CompletionPoint& point) {
        return point.execution == submission.execution;
      });
    }
  }
}

/// Whether an execution or a node touches the registration of a window.
bool uses_window(const SubmissionLog& log, std::span<const model::Generation> generations) {
  const auto of_window = [&](const model::MemoryAccess& access) {
    return access.generation.exists() && access.mode == AccessMode::read &&
           generations[access.generation.index()].window.exists();
  };
  return std::ranges::any_of(log.submissions(), [&](const model::Submission& submission) {
    return std::ranges::any_of(submission.accesses, of_window) ||
           (submission.graph != nullptr && std::ranges::any_of(submission.graph->accesses, of_window));
  });
}

Features features_of(const SubmissionLog& log, std::span<const model::Generation> generations) {
  Features features;
  note_launches(features, log);
  features.uses_window = uses_window(log, generations);
  features.reused =
      std::ranges::any_of(generations, [](const model::Generation& tenure) { return tenure.previous.exists(); });
  features.refused = !log.refused_calls().empty();
  return features;
}

/// A wrong value needs two accesses that change places (definitions.md 9).
std::optional<std::string> value_without_race(const SubmissionLog& log, const checker::oracle::Verdict& verdict) {
  for (const checker::oracle::WrongValue& wrong : verdict.wrong_values) {
    const bool raced = std::ranges::any_of(verdict.races, [&](const RacePair& race) {
      return race.region == wrong.region && race.lo <= wrong.lo && wrong.hi <= race.hi;
    });
    if (!raced) {
      return fmt::format("{} sees a wrong value without a race, bytes {}:{}\n", describe(log, wrong.reader), wrong.lo,
                         wrong.hi);
    }
  }
  return std::nullopt;
}

class Comparison {
 public:
  Comparison(const SubmissionLog& log, Agreement& agreement)
      : log_(log), agreement_(agreement), histories_(checker::reference::byte_histories(log)) {}

  void run(std::span<const model::Generation> generations, const AgreementOptions& options) {
    using namespace checker::reference;
    if (options.rules.all_hold()) object(broken_promise(log_));
    if (agreement_.disagreement) return;
    const Unordered by_vectors = unordered_by(vector_order, log_);
    const Unordered by_closure = unordered_by(closure_order, log_);
    const std::vector<RacePair> races = all_races(histories_, by_vectors);
    agreement_.races = races.size();
    agreement_.features.raced = !races.empty();
    agreement_.features.raced_in_launch =
        std::ranges::any_of(races, [](const RacePair& race) { return race.first.execution == race.second.execution; });
    object(difference(log_, "vectors", races, "closure", all_races(histories_, by_closure)));

    const std::vector<RacePair> border = frontier(histories_, by_vectors);
    if (options.ask_clocks) object(difference(log_, "clocks", clock_races(log_), "vectors", border));
    if (options.ask_oracle) ask_oracle(generations, options, races, border);
  }

 private:
  void ask_oracle(std::span<const model::Generation> generations, const AgreementOptions& options,
                  std::span<const RacePair> races, std::span<const RacePair> border) {
    const auto verdict = checker::oracle::judge(log_, generations, {options.states});
    agreement_.judged = verdict.has_value();
    if (!verdict) return;
    agreement_.states = verdict->states;
    agreement_.features.lifetime_fault = !verdict->lifetime_faults.empty();
    agreement_.features.wrong_value = !verdict->wrong_values.empty();
    object(difference(log_, "oracle", verdict->races, "vectors", races));
    const auto seen = checker::reference::unordered_in(verdict->unordered);
    object(difference(log_, "oracle's frontier", checker::reference::frontier(histories_, seen), "vectors'", border));
    object(value_without_race(log_, *verdict));
    compare_endless_waits();
  }

  void compare_endless_waits() {
    checker::ValueWaits waits([](const model::MemoryAccess&, std::uint64_t) { return false; });
    for (const model::Submission& submission : log_.submissions()) waits.add(submission);
    std::vector<AccessKey> found;
    for (const checker::ValueWaits::Stuck& stuck : waits.stuck()) found.push_back(stuck.wait);
    agreement_.features.waits_for_ever = !found.empty();
    const std::vector<AccessKey> endless = checker::oracle::endless_waits(log_);
    if (found == endless) return;
    std::string text;
    for (const AccessKey& key : found)
      text += fmt::format("the wait-for relation: {} never ends\n", describe(log_, key));
    for (const AccessKey& key : endless) text += fmt::format("the oracle: {} never ends\n", describe(log_, key));
    object(text);
  }

  void object(std::optional<std::string> complaint) {
    if (complaint && !agreement_.disagreement) agreement_.disagreement = std::move(complaint);
  }

  const SubmissionLog& log_;
  Agreement& agreement_;
  std::vector<checker::reference::ByteHistory> histories_;
};

}  // namespace

Agreement compare_engines(const Schedule& schedule, const AgreementOptions& options) {
  SubmissionLog log;
  model::Device device(log, options.rules);
  const auto result = play(schedule, device);
  if (!result && result.error().kind == PlayError::Kind::endless_loop) {
    const auto bounded = checker::bound_loops(schedule, options.rules);
    if (bounded) return compare_engines(bounded->schedule, options);
  }
  const bool played = result.has_value();
  device.finish();

  Agreement agreement;
  agreement.modelled = played && !device.error();
  agreement.submissions = log.submissions().size();
  if (!agreement.modelled) return agreement;
  agreement.features = features_of(log, device.generations());
  Comparison(log, agreement).run(device.generations(), options);
  return agreement;
}

}  // namespace fencepost::properties
