#include <fencepost/checker/clocks/graph_order.h>

#include <algorithm>

namespace fencepost::checker {

namespace {

constexpr GraphOrder::Chain no_chain = 0xffffffffU;

}  // namespace

GraphOrder::GraphOrder(const model::GraphPlan& plan) : plan_(plan), clocks_(plan.nodes.size()) {
  for (const model::NodeIndex before : plan.predecessors) ++clocks_[before].successors_left;
}

GraphOrder::Position GraphOrder::advance() {
  const model::NodeIndex current = next_++;
  const model::GraphNode& node = plan_.nodes[current];
  NodeClock& clock = clocks_[current];
  const model::NodeIndex extended = tail_to_extend(node);
  clock.others = learn(node, extended);
  Chain chain = extended != model::no_node ? clocks_[extended].position.chain : idle_chain(clock);
  if (chain == no_chain) {
    chain = static_cast<Chain>(length_.size());
    length_.push_back(0);
    tails_.push_back(current);
  }
  clock.position = {chain, ++length_[chain]};
  tails_[chain] = current;
  forget_predecessors(node);
  return clock.position;
}

bool GraphOrder::before_current(Position earlier) const { return knows(clocks_[next_ - 1], earlier); }

bool GraphOrder::knows(const NodeClock& clock, Position earlier) const {
  if (earlier.chain == clock.position.chain) return earlier.place <= clock.position.place;
  return clock.others && earlier.chain < clock.others->size() && (*clock.others)[earlier.chain] >= earlier.place;
}

model::NodeIndex GraphOrder::tail_to_extend(const model::GraphNode& node) const {
  model::NodeIndex found = model::no_node;
  for (const model::NodeIndex before : plan_.predecessors_of(node)) {
    if (tails_[clocks_[before].position.chain] != before) continue;
    if (plan_.nodes[before].captured_on == node.captured_on) return before;
    if (found == model::no_node) found = before;
  }
  return found;
}

GraphOrder::Chain GraphOrder::idle_chain(const NodeClock& clock) const {
  if (!clock.others) return no_chain;
  for (Chain chain = 0; chain < clock.others->size(); ++chain) {
    if ((*clock.others)[chain] == length_[chain]) return chain;
  }
  return no_chain;
}

std::shared_ptr<const GraphOrder::Clock> GraphOrder::inclusive(model::NodeIndex node) {
  NodeClock& clock = clocks_[node];
  if (!clock.inclusive) {
    auto made = clock.others ? std::make_shared<Clock>(*clock.others) : std::make_shared<Clock>();
    if (made->size() <= clock.position.chain) made->resize(clock.position.chain + 1, 0);
    (*made)[clock.position.chain] = clock.position.place;
    clock.inclusive = std::move(made);
  }
  return clock.inclusive;
}

std::shared_ptr<const GraphOrder::Clock> GraphOrder::learn(const model::GraphNode& node, model::NodeIndex extended) {
  const auto predecessors = plan_.predecessors_of(node);
  if (predecessors.empty()) return nullptr;
  const model::NodeIndex from = extended != model::no_node ? extended : predecessors.front();
  const NodeClock& known = clocks_[from];
  const bool nothing_new = std::all_of(predecessors.begin(), predecessors.end(),
                                       [&](model::NodeIndex before) { return knows(known, clocks_[before].position); });
  if (nothing_new) return extended != model::no_node ? known.others : inclusive(from);
  auto joined = std::make_shared<Clock>(*inclusive(from));
  for (const model::NodeIndex before : predecessors) {
    const std::shared_ptr<const Clock> more = inclusive(before);
    if (joined->size() < more->size()) joined->resize(more->size(), 0);
    std::transform(more->begin(), more->end(), joined->begin(), joined->begin(),
                   [](Place a, Place b) { return std::max(a, b); });
  }
  return joined;
}

void GraphOrder::forget_predecessors(const model::GraphNode& node) {
  for (const model::NodeIndex before : plan_.predecessors_of(node)) {
    NodeClock& clock = clocks_[before];
    if (--clock.successors_left > 0) continue;
    clock.others.reset();
    clock.inclusive.reset();
  }
}

}  // namespace fencepost::checker
