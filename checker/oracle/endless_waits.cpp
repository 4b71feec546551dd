#include <fencepost/checker/oracle/endless_waits.h>
#include <fencepost/checker/oracle/queue_machine.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace fencepost::checker::oracle {

namespace {

struct ValueWait {
  std::size_t item = 0;
  model::MemoryAccess bytes;
  std::uint64_t value = 0;
  ItemSet released_by;
};

class Memory {
 public:
  Memory(const SubmissionLog& log, const QueueMachine& machine) : log_(log), machine_(machine) {
    each_work([&](std::size_t item, OperationKind operation, std::uint64_t value, auto accesses) {
      if (operation == OperationKind::wait_value) waits_.push_back({item, accesses.front(), value, {}});
    });
    each_work([&](std::size_t item, OperationKind operation, std::uint64_t value, auto accesses) {
      if (operation != OperationKind::wait_value) release(item, operation, value, accesses);
    });
  }

  [[nodiscard]] const std::vector<ValueWait>& waits() const { return waits_; }

 private:
  template <class Visit>
  void each_work(Visit visit) const {
    for (const model::Submission& submission : log_.submissions()) {
      if (!submission.accesses.empty()) {
        visit(machine_.item_of({submission.execution, model::no_node}), submission.operation, submission.value,
              submission.accesses);
      }
      if (submission.graph == nullptr) continue;
      for (model::NodeIndex index = 0; index < submission.graph->nodes.size(); ++index) {
        const model::GraphNode& node = submission.graph->nodes[index];
        const auto accesses = submission.graph->accesses_of(node);
        if (!accesses.empty())
          visit(machine_.item_of({submission.execution, index}), node.operation, node.value, accesses);
      }
    }
  }

  void release(std::size_t item, OperationKind operation, std::uint64_t value,
               std::span<const model::MemoryAccess> accesses) {
    for (ValueWait& wait : waits_) {
      const bool other_value = (operation == OperationKind::write_value && value != wait.value) ||
                               (operation == OperationKind::fill && wait.value != 0);
      const bool here = std::ranges::any_of(accesses, [&](const model::MemoryAccess& access) {
        return writes(access.mode) && access.region == wait.bytes.region && access.lo < wait.bytes.hi &&
               wait.bytes.lo < access.hi;
      });
      if (here && !other_value) wait.released_by.set(item);
    }
  }

  const SubmissionLog& log_;
  const QueueMachine& machine_;
  std::vector<ValueWait> waits_;
};

}  // namespace

std::vector<AccessKey> endless_waits(const SubmissionLog& log) {
  const auto machine = QueueMachine::build(log);
  if (!machine) return {};
  const Memory memory(log, *machine);
  const auto held_up = [&](std::size_t item, const ItemSet& done) {
    return std::ranges::any_of(
        memory.waits(), [&](const ValueWait& wait) { return wait.item == item && (wait.released_by & done).none(); });
  };
  ItemSet done;
  for (bool ran = true; ran;) {
    ran = false;
    for (std::size_t item = 0; item < machine->items().size(); ++item) {
      if (done.test(item) || !machine->may_run(item, done, {}) || held_up(item, done)) continue;
      done.set(item);
      ran = true;
    }
  }
  std::vector<AccessKey> endless;
  for (const ValueWait& wait : memory.waits()) {
    if (!done.test(wait.item) && machine->may_run(wait.item, done, {})) {
      endless.push_back(machine->items()[wait.item].key);
    }
  }
  return endless;
}

}  // namespace fencepost::checker::oracle
