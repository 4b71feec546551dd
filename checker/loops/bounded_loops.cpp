#include <fencepost/checker/loops/bounded_loops.h>
#include <fencepost/model/discard_submissions.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fencepost::checker {

namespace {

/// A state that has not recurred after so many turns is taken to grow, or not to be proved.
constexpr std::uint64_t most_turns = 256;

model::ModelError not_proved(std::uint32_t line, std::string_view why) {
  return {line, model::ModelError::Kind::not_modelled,
          fmt::format("not proved for every number of turns: {}; give a number of turns instead of `forever`", why)};
}

/// The end of the loop that begins at `begin`.
std::size_t end_of_loop(const Schedule& schedule, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < schedule.size(); ++i) {
    const OperationKind kind = schedule[i].kind;
    if (kind == OperationKind::repeat_begin) ++depth;
    if (kind == OperationKind::repeat_end && --depth == 0) return i;
  }
  return schedule.size();
}

/// What would break the rule that every queue runs the turns one after the other.
std::optional<model::ModelError> obstacle(const Schedule& schedule, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin + 1; i < end; ++i) {
    const Operation operation = schedule[i];
    if (operation.kind == OperationKind::repeat_begin && operation.detail->count == 0) {
      return not_proved(operation.line, "an endless loop stands inside another");
    }
    if (operation.kind == OperationKind::create_stream || operation.kind == OperationKind::create_thread) {
      return not_proved(operation.line, "every turn makes a queue of its own");
    }
    if (operation.flags.early) return not_proved(operation.line, "an early launch may overtake the turn before");
    if (std::ranges::any_of(operation.accesses, [](const Access& access) { return access.version != 0; })) {
      return not_proved(operation.line, "a read means the value of one turn");
    }
  }
  return std::nullopt;
}

/// Plays the schedule on a model, one turn of an endless loop after the other.
class Turns {
 public:
  Turns(const Schedule& schedule, const model::Rules& rules) : schedule_(schedule), device_(nobody_, rules) {}

  /// Plays operations [begin, end), loops unrolled.
  bool play(std::size_t begin, std::size_t end) {
    std::vector<std::pair<std::size_t, std::uint64_t>> open;  // body, turns left
    for (std::size_t i = begin; i < end && !device_.error(); ++i) {
      const Operation operation = schedule_[i];
      if (operation.kind == OperationKind::repeat_begin) {
        open.emplace_back(i, operation.detail->count);
      } else if (operation.kind != OperationKind::repeat_end) {
        submit(operation);
      } else if (!open.empty() && --open.back().second != 0) {
        i = open.back().first;
      } else if (!open.empty()) {
        open.pop_back();
      }
    }
    return !device_.error();
  }

  [[nodiscard]] const model::Device& device() const { return device_; }
  /// The newest operation for which a pool had to grow.
  [[nodiscard]] const std::optional<Operation>& grew_at() const { return grew_at_; }

 private:
  void submit(const Operation& operation) {
    const std::uint64_t before = device_.reserved_now();
    device_.submit(operation);
    if (device_.reserved_now() > before) grew_at_ = operation;
  }

  const Schedule& schedule_;
  model::DiscardSubmissions nobody_;
  model::Device device_;
  std::optional<Operation> grew_at_;
};

Hazard growth_at(const Operation& operation) {
  Hazard hazard;
  hazard.slug = Slug::pool_growth;
  hazard.question = Question::lifetime;
  hazard.second.line = operation.line;
  hazard.second.operation = operation.kind;
  hazard.second.stream = operation.stream;
  hazard.second.thread = operation.thread;
  hazard.second_buffer = operation.buffer();
  return hazard;
}

/// A state after a turn, when it was first seen.
struct Seen {
  std::uint64_t turn = 0;
  std::uint64_t reserved = 0;
};

/// Finds how many turns of the loop in [begin, end] stand for all. Leaves `turns` behind them.
tl::expected<BoundedLoop, model::ModelError> bound(Turns& turns, const Schedule& schedule, std::size_t begin,
                                                   std::size_t end, std::optional<Hazard>& growth) {
  const std::uint32_t line = schedule[begin].line;
  if (auto found = obstacle(schedule, begin, end)) return tl::unexpected(*found);
  std::map<std::vector<std::uint64_t>, Seen> seen;
  std::uint64_t reserved_half_way = 0;
  for (std::uint64_t turn = 1; turn <= most_turns; ++turn) {
    if (!turns.play(begin + 1, end)) return tl::unexpected(*turns.device().error());
    if (turns.device().captures_now()) return tl::unexpected(not_proved(line, "a capture goes on from turn to turn"));
    const std::uint64_t reserved = turns.device().reserved_now();
    if (turn == most_turns / 2) reserved_half_way = reserved;
    const auto [known, fresh] = seen.try_emplace(turns.device().recurring_state(), Seen{turn, reserved});
    if (fresh) continue;
    // The pools act alike, and hold more: what is missing was never given back.
    if (reserved > known->second.reserved && !growth) growth = growth_at(*turns.grew_at());
    const std::uint64_t period = turn - known->second.turn;
    for (std::uint64_t more = 0; more < period; ++more) turns.play(begin + 1, end);
    return BoundedLoop{line, turn + period, period};
  }
  if (turns.device().reserved_now() == reserved_half_way) {
    return tl::unexpected(not_proved(line, fmt::format("no state recurs within {} turns", most_turns)));
  }
  if (!growth) growth = growth_at(*turns.grew_at());
  constexpr std::uint64_t enough_to_show = 3;
  return BoundedLoop{line, enough_to_show, 0};
}

/// A copy of `schedule` with the numbers of turns filled in.
Schedule with_turns(const Schedule& schedule, const std::map<std::size_t, std::uint64_t>& turns) {
  Schedule result;
  result.names() = schedule.names();
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    Operation operation = schedule[i];
    Detail detail = *operation.detail;
    if (const auto loop = turns.find(i); loop != turns.end()) {
      detail.count = loop->second;
      operation.detail = &detail;
    }
    result.append(operation);
  }
  result.expectations() = schedule.expectations();
  return result;
}

}  // namespace

tl::expected<BoundedSchedule, model::ModelError> bound_loops(const Schedule& schedule, const model::Rules& rules) {
  BoundedSchedule result;
  std::map<std::size_t, std::uint64_t> turns_of;
  Turns turns(schedule, rules);
  std::size_t next = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (schedule[i].kind != OperationKind::repeat_begin) continue;
    const std::size_t end = end_of_loop(schedule, i);
    if (schedule[i].detail->count != 0) {
      i = end;
      continue;
    }
    if (!turns.play(next, i)) return tl::unexpected(*turns.device().error());
    auto loop = bound(turns, schedule, i, end, result.growth);
    if (!loop) return tl::unexpected(std::move(loop.error()));
    turns_of[i] = loop->turns;
    result.loops.push_back(*loop);
    next = end + 1;
    i = end;
  }
  result.schedule = with_turns(schedule, turns_of);
  return result;
}

}  // namespace fencepost::checker
