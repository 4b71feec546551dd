#include <fencepost/checker/oracle/queue_machine.h>

#include <algorithm>
#include <map>
#include <utility>

namespace fencepost::checker::oracle {

namespace {

std::size_t item_count(const model::Submission& submission) {
  return submission.kind == model::SubmissionKind::launch ? submission.graph->nodes.size() + 2
         : submission.overlaps_from != 0                  ? 2
                                                          : 1;
}

}  // namespace

class QueueMachineBuilder {
 public:
  explicit QueueMachineBuilder(const SubmissionLog& log) : log_(log) {}

  QueueMachine build() {
    for (const model::Submission& submission : log_.submissions()) add(submission);
    return std::move(machine_);
  }

 private:
  Item& append(AccessKey key, Step step, const ItemSet& required) {
    return machine_.items_.emplace_back(Item{key, step, required, {}, {}});
  }
  [[nodiscard]] std::size_t next() const { return machine_.items_.size(); }

  void add(const model::Submission& submission) {
    ItemSet required = host_items_[submission.issuer];
    Queue& queue = queues_[submission.axis];
    const bool early = submission.overlaps_from != 0;
    required |= early ? queue.started : queue.newest;

    if (submission.kind == model::SubmissionKind::launch) {
      add_launch(submission, required);
    } else {
      const AccessKey key{submission.execution, model::no_node};
      Item& item = append(key, Step::execution, required);
      completion_[key] = next() - 1;
      if (early) item.any_of = queue.started_any;
      bind(item, submission.waits, model::no_node);
      queue.started_any = item.any_of;
      for (const model::CompletionPoint& point : submission.hand_over.discharged) {
        item.required_if_guarded |= completion(point);
      }
    }
    if (submission.axis == submission.issuer) host_items_[submission.axis] |= only(next() - 1);
    queue.started = required;
    if (!early) queue.newest.reset();
    queue.newest |= only(next() - 1);
    if (!early) return;
    // Whoever waits for it waits for what it overtook, too.
    const AccessKey key{submission.execution, model::no_node};
    append(key, Step::queue_end, queue.newest);
    completion_[key] = next() - 1;
  }

  void add_launch(const model::Submission& submission, const ItemSet& required) {
    const model::GraphPlan& graph = *submission.graph;
    const auto launch = submission.execution;
    const std::size_t start = next();
    const auto node_count = static_cast<model::NodeIndex>(graph.nodes.size());
    // A wait may have a candidate in this launch that comes later, so all nodes get their place
    // before any wait is bound.
    for (model::NodeIndex node = 0; node < node_count; ++node) completion_[{launch, node}] = start + 1 + node;
    completion_[{launch, model::no_node}] = start + 1 + node_count;

    bind(append({launch, model::no_node}, Step::launch_start, required), submission.waits, model::no_node);
    ItemSet whole = only(start);
    for (model::NodeIndex node = 0; node < node_count; ++node) {
      ItemSet before = only(start);
      for (const model::NodeIndex predecessor : graph.predecessors_of(graph.nodes[node])) {
        before |= only(start + 1 + predecessor);
      }
      Item& item = append({launch, node}, Step::node, before);
      bind(item, submission.waits, node);
      whole |= only(next() - 1);
    }
    append({launch, model::no_node}, Step::launch_end, whole);
  }

  /// The item whose completion is the point; no item when nothing was there to complete.
  [[nodiscard]] ItemSet completion(const model::CompletionPoint& point) const {
    return point.execution == 0 ? ItemSet{} : only(completion_.at({point.execution, point.node}));
  }

  void bind(Item& item, std::span<const model::BoundWait> waits, model::NodeIndex node) const {
    for (const model::BoundWait& wait : waits) {
      if (wait.node != node || wait.unbound_possible) continue;
      ItemSet candidates;
      bool free = wait.candidates.empty();
      for (const model::CompletionPoint& candidate : wait.candidates) {
        candidates |= completion(candidate);
        free |= candidate.execution == 0;
      }
      if (!free) item.any_of.push_back(candidates);
    }
  }

  const SubmissionLog& log_;
  QueueMachine machine_;
  /// The end of a queue: its newest item with those it may have overtaken, and what had to be over
  /// before they started.
  struct Queue {
    ItemSet started, newest;
    std::vector<ItemSet> started_any;
  };
  std::map<model::Axis, Queue> queues_;
  std::map<model::Axis, ItemSet> host_items_;
  std::map<AccessKey, std::size_t> completion_;
};

tl::expected<QueueMachine, Refusal> QueueMachine::build(const SubmissionLog& log) {
  std::size_t count = 0;
  for (const model::Submission& submission : log.submissions()) count += item_count(submission);
  if (count > item_limit) return tl::unexpected(Refusal::too_many_items);
  return QueueMachineBuilder(log).build();
}

std::size_t QueueMachine::item_of(AccessKey key) const {
  const auto found = std::ranges::find_if(items_, [&](const Item& item) {
    return item.key == key && (item.step == Step::execution || item.step == Step::node);
  });
  return static_cast<std::size_t>(found - items_.begin());
}

bool QueueMachine::may_run(std::size_t item, const ItemSet& done, const ItemSet& guarded) const {
  const Item& candidate = items_[item];
  ItemSet required = candidate.required;
  if (guarded.test(item)) required |= candidate.required_if_guarded;
  return (required & ~done).none() &&
         std::ranges::all_of(candidate.any_of, [&](const ItemSet& any) { return (any & done).any(); });
}

}  // namespace fencepost::checker::oracle
