#include <fencepost/checker/oracle/contested_bytes.h>
#include <fencepost/checker/oracle/exploration.h>
#include <fencepost/checker/oracle/lifetimes.h>
#include <fencepost/checker/oracle/oracle.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace fencepost::checker::oracle {

namespace {

WitnessOrder without_borders(const QueueMachine& machine, const Order& order) {
  WitnessOrder keys;
  for (const std::size_t item : order) {
    const Item& run = machine.items()[item];
    if (run.step == Step::execution || run.step == Step::node) keys.push_back(run.key);
  }
  return keys;
}

/// What a reader sees in issue order.
ByteValue issued_value(const ContestedBytes& bytes, std::size_t reader) {
  ByteValue value;
  for (const Touch& touch : bytes.touches) {
    if (touch.item == reader) break;
    value = apply(touch, value);
  }
  return value;
}

class Judge {
 public:
  Judge(const QueueMachine& machine, Verdict& verdict) : machine_(machine), verdict_(verdict) {}

  void take(const ContestedBytes& bytes, const Exploration& exploration) {
    for (auto later = bytes.touches.begin(); later != bytes.touches.end(); ++later) {
      for (auto earlier = bytes.touches.begin(); earlier != later; ++earlier) {
        if (!exploration.reversible(earlier->item, later->item)) continue;
        const RacePair pair{key(earlier->item), key(later->item), bytes.region, bytes.lo, bytes.hi};
        verdict_.unordered.push_back(pair);
        if (conflict(*earlier, *later)) verdict_.races.push_back(pair);
      }
    }
    for (const Exploration::WrongRead& wrong : exploration.wrong_reads()) {
      Order order = exploration.order_to(wrong.state);
      order.push_back(wrong.reader);
      verdict_.wrong_values.push_back({key(wrong.reader), bytes.region, bytes.lo, bytes.hi,
                                       writer(issued_value(bytes, wrong.reader)), writer(wrong.seen),
                                       without_borders(machine_, order)});
    }
  }

 private:
  [[nodiscard]] AccessKey key(std::size_t item) const { return machine_.items()[item].key; }
  [[nodiscard]] std::optional<AccessKey> writer(const ByteValue& value) const {
    return value.writer ? std::optional{key(*value.writer)} : std::nullopt;
  }

  const QueueMachine& machine_;
  Verdict& verdict_;
};

}  // namespace

tl::expected<Verdict, Refusal> judge(const SubmissionLog& log, std::span<const model::Generation> generations,
                                     Limits limits) {
  const auto machine = QueueMachine::build(log);
  if (!machine) return tl::unexpected(machine.error());

  Verdict verdict;
  Judge judge(*machine, verdict);
  std::optional<Exploration> exploration;
  const ContestedBytes* explored = nullptr;
  const std::vector<ContestedBytes> contested = contested_bytes(log, *machine);
  for (const ContestedBytes& bytes : contested) {
    const bool alike =
        explored != nullptr && explored->touches == bytes.touches && explored->handed_over == bytes.handed_over;
    if (!alike) {
      auto fresh = explore(*machine, bytes, limits.states);
      if (!fresh) return tl::unexpected(fresh.error());
      exploration = std::move(*fresh);
      verdict.states += exploration->state_count();
    }
    explored = &bytes;
    judge.take(bytes, *exploration);
  }
  verdict.races = normalise(std::move(verdict.races));
  verdict.unordered = normalise(std::move(verdict.unordered));
  verdict.lifetime_faults = lifetime_faults(log, generations);
  return verdict;
}

WitnessOrder witness(const SubmissionLog& log, const RacePair& race) {
  const auto machine = QueueMachine::build(log);
  if (!machine) return {};
  for (const ContestedBytes& bytes : contested_bytes(log, *machine)) {
    if (bytes.region != race.region || bytes.lo < race.lo || bytes.hi > race.hi) continue;
    const auto exploration = explore(*machine, bytes, Limits{}.states);
    const std::size_t earlier = machine->item_of(race.first), later = machine->item_of(race.second);
    if (!exploration || !exploration->reversible(earlier, later)) continue;
    return without_borders(*machine, exploration->reversing(earlier, later));
  }
  return {};
}

}  // namespace fencepost::checker::oracle
