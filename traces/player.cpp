#include <fencepost/traces/player.h>
#include <fencepost/traces/read_ahead.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fencepost {
namespace {

constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > unbounded - b ? unbounded : a + b;
}
constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > unbounded / a ? unbounded : a * b;
}

/// Counts the steps of a schedule without taking them.
class StepCounter {
 public:
  explicit StepCounter(std::uint64_t most_steps) : most_steps_(most_steps) {}

  /// Adds one operation of the schedule as it stands; an error once it cannot be played.
  std::optional<PlayError> add(const Operation& operation) {
    if (operation.kind == OperationKind::repeat_begin) {
      if (operation.detail->count == 0) {
        return PlayError{PlayError::Kind::endless_loop, operation.line, "`repeat forever` is not modelled yet", {}};
      }
      open_.push_back({operation.line, operation.detail->count, std::exchange(steps_, 0)});
      return std::nullopt;
    }
    steps_ = saturating_add(steps_, 1);
    std::uint32_t line = open_.empty() ? 0 : open_.front().line;
    if (operation.kind == OperationKind::repeat_end && !open_.empty()) {
      const Loop loop = open_.back();
      open_.pop_back();
      line = loop.line;
      steps_ = saturating_add(loop.steps_before, saturating_multiply(steps_, loop.turns));
    }
    if (steps_ <= most_steps_) return std::nullopt;
    return PlayError{PlayError::Kind::too_many_steps,
                     line,
                     fmt::format("more than {} operations after unrolling its loops", most_steps_),
                     {}};
  }

 private:
  struct Loop {
    std::uint32_t line;
    std::uint64_t turns;
    std::uint64_t steps_before;
  };
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::vector<Loop> open_;
};

/// Submits operations one by one and remembers whether to go on.
class Submitter {
 public:
  Submitter(Device& device, const PlayObserver& observer) : device_(device), observer_(observer) {}

  bool submit(std::size_t index, const Operation& operation) {
    const Outcome outcome = device_.submit(operation);
    ++played_.operations;
    played_.stopped = observer_ && !observer_(index, operation, outcome);
    return !played_.stopped;
  }

  /// Plays the whole of `schedule`; `base` is the index of its first operation.
  bool unroll(const Schedule& schedule, std::size_t base) {
    struct Turn {
      std::size_t body;
      std::uint64_t left;
    };
    std::vector<Turn> turns;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      const Operation operation = schedule[i];
      if (operation.kind == OperationKind::repeat_begin) {
        turns.push_back({i, operation.detail->count});
      } else if (operation.kind != OperationKind::repeat_end) {
        if (!submit(base + i, operation)) return false;
      } else if (!turns.empty() && --turns.back().left != 0) {
        i = turns.back().body;
      } else if (!turns.empty()) {
        turns.pop_back();
      }
    }
    return true;
  }

  [[nodiscard]] const Played& played() const { return played_; }

 private:
  Device& device_;
  const PlayObserver& observer_;
  Played played_;
};

}  // namespace

tl::expected<Played, PlayError> play(const Schedule& schedule, Device& device, const PlayLimits& limits,
                                     const PlayObserver& observer) {
  StepCounter steps(limits.most_steps);
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (auto error = steps.add(schedule[i])) return tl::unexpected(std::move(*error));
  }
  Submitter submitter(device, observer);
  submitter.unroll(schedule, 0);
  return submitter.played();
}

tl::expected<Played, PlayError> play(ScheduleReader& reader, Device& device, const PlayLimits& limits,
                                     const PlayObserver& observer) {
  ReadAhead chunks(reader);
  StepCounter steps(limits.most_steps);
  Submitter submitter(device, observer);
  Schedule loop;  // the outermost open loop, kept until it is closed
  std::size_t depth = 0;
  std::size_t index = 0;
  for (;;) {
    const auto chunk = chunks.next();
    if (!chunk) {
      return tl::unexpected(PlayError{PlayError::Kind::faulty_trace, 0, "the trace is faulty", chunk.error()});
    }
    if (*chunk == nullptr) return submitter.played();
    for (std::size_t i = 0; i < (*chunk)->size(); ++i, ++index) {
      const Operation operation = (**chunk)[i];
      if (auto error = steps.add(operation)) return tl::unexpected(std::move(*error));
      if (operation.kind == OperationKind::repeat_begin) ++depth;
      if (depth == 0) {
        if (!submitter.submit(index, operation)) return submitter.played();
        continue;
      }
      loop.append(operation);
      if (operation.kind != OperationKind::repeat_end || --depth != 0) continue;
      if (!submitter.unroll(loop, index + 1 - loop.size())) return submitter.played();
      loop.clear_operations();
    }
  }
}

}  // namespace fencepost
