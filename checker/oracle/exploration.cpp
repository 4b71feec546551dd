#include <fencepost/checker/oracle/exploration.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fencepost::checker::oracle {

ByteValue apply(const Touch& touch, ByteValue value) {
  if (touch.replaces) return {touch.item, {}};
  if (touch.atomic) value.added.set(touch.item);
  return value;
}

class Explorer {
 public:
  Explorer(const QueueMachine& machine, const ContestedBytes& bytes, const ItemSet& also_interleaved)
      : machine_(machine), bytes_(bytes), interleaved_(also_interleaved), touch_of_(machine.items().size(), nullptr) {
    ByteValue value;
    for (const Touch& touch : bytes.touches) {
      interleaved_.set(touch.item);
      touch_of_[touch.item] = &touch;
      expected_.emplace(touch.item, value);
      value = apply(touch, value);
    }
    result_.overtaken_.resize(machine.items().size());
  }

  tl::expected<Exploration, Refusal> run(std::size_t state_limit) {
    Exploration::State first;
    run_silent_items(first);
    enter(std::move(first));
    for (std::size_t state = 0; state < result_.states_.size(); ++state) {
      if (result_.states_.size() > state_limit) return tl::unexpected(Refusal::too_many_states);
      for (std::size_t item = 0; item < machine_.items().size(); ++item) {
        const Exploration::State& from = result_.states_[state];
        if (!interleaved_.test(item) || from.done.test(item)) continue;
        if (machine_.may_run(item, from.done, bytes_.handed_over)) step(state, item);
      }
    }
    return std::move(result_);
  }

 private:
  struct StateKey {
    ItemSet done;
    ByteValue value;

    friend bool operator==(const StateKey&, const StateKey&) = default;
  };

  struct StateHash {
    std::size_t operator()(const StateKey& key) const noexcept {
      const std::hash<ItemSet> hash;
      constexpr std::size_t odd = 0x9e3779b97f4a7c15U;
      std::size_t mixed = hash(key.done);
      mixed = (mixed * odd) ^ hash(key.value.added);
      return (mixed * odd) ^ key.value.writer.value_or(item_limit);
    }
  };

  void step(std::size_t from, std::size_t item) {
    Exploration::State next{result_.states_[from].done, result_.states_[from].value, from, {item}};
    if (const Touch* touch = touch_of_[item]; touch != nullptr) {
      if (touch->observes && next.value != expected_.at(item)) note_wrong_read(item, next.value, from);
      result_.overtaken_[item] |= ~next.done;
      next.value = apply(*touch, next.value);
    }
    next.done.set(item);
    run_silent_items(next);
    enter(std::move(next));
  }

  void run_silent_items(Exploration::State& state) const {
    for (bool ran = true; ran;) {
      ran = false;
      for (std::size_t item = 0; item < machine_.items().size(); ++item) {
        if (interleaved_.test(item) || state.done.test(item)) continue;
        if (!machine_.may_run(item, state.done, bytes_.handed_over)) continue;
        state.done.set(item);
        state.ran.push_back(item);
        ran = true;
      }
    }
  }

  void enter(Exploration::State state) {
    if (known_.emplace(StateKey{state.done, state.value}, result_.states_.size()).second) {
      result_.states_.push_back(std::move(state));
    }
  }

  void note_wrong_read(std::size_t reader, const ByteValue& seen, std::size_t state) {
    const auto same_reader = [&](const Exploration::WrongRead& wrong) { return wrong.reader == reader; };
    if (std::ranges::none_of(result_.wrong_reads_, same_reader)) {
      result_.wrong_reads_.push_back({reader, seen, state});
    }
  }

  const QueueMachine& machine_;
  const ContestedBytes& bytes_;
  ItemSet interleaved_;
  std::vector<const Touch*> touch_of_;
  std::unordered_map<std::size_t, ByteValue> expected_;
  std::unordered_map<StateKey, std::size_t, StateHash> known_;
  Exploration result_;
};

Order Exploration::order_to(std::size_t state) const {
  std::vector<std::size_t> path{state};
  while (path.back() != 0) path.push_back(states_[path.back()].parent);
  Order order;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    order.insert(order.end(), states_[*step].ran.begin(), states_[*step].ran.end());
  }
  return order;
}

Order Exploration::reversing(std::size_t earlier, std::size_t later) const {
  const auto reversed = [&](const State& state) { return state.done.test(later) && !state.done.test(earlier); };
  return order_to(static_cast<std::size_t>(std::ranges::find_if(states_, reversed) - states_.begin()));
}

tl::expected<Exploration, Refusal> explore(const QueueMachine& machine, const ContestedBytes& bytes,
                                           std::size_t state_limit, const ItemSet& also_interleaved) {
  return Explorer(machine, bytes, also_interleaved).run(state_limit);
}

}  // namespace fencepost::checker::oracle
