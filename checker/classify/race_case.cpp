#include <fencepost/checker/classify/race_case.h>

namespace fencepost::checker {

namespace {

bool allocates(const Site& site) { return site.operation == OperationKind::allocate; }

bool ends_life(const Site& site) {
  return site.operation == OperationKind::release || site.operation == OperationKind::unmap;
}

/// An allocation that is work of a stream touches the bytes on nobody's behalf: what was written
/// there before is lost, and nothing is there to be read.
LifeStep life_step(const Site& first, const Site& second, const Tenures& tenures) {
  const auto begins = [&](const Site& allocation, const Site& use) {
    return allocates(allocation) && tenures[use.generation].allocate_line == allocation.line;
  };
  if (begins(first, second) || begins(second, first)) return LifeStep::allocation;
  return ends_life(first) || ends_life(second) ? LifeStep::release : LifeStep::none;
}

RaceBytes bytes_of(const Site& first, const Site& second, const Tenures& tenures) {
  if (allocates(first) || allocates(second)) return RaceBytes::device;
  if (tenures[first.generation].window.exists()) return RaceBytes::window;
  if (!first.generation.exists() || !second.generation.exists()) return RaceBytes::communicator;
  const bool host =
      tenures[first.generation].memory != MemoryKind::device || tenures[second.generation].memory != MemoryKind::device;
  return host ? RaceBytes::host : RaceBytes::device;
}

/// Whether `replay` runs on behalf of a tensor that had been freed before its launch, while `other`
/// uses the bytes.
Borrowing borrowing(const Site& replay, const Site& other, const Tenures& tenures) {
  if (replay.phase != Phase::replay || !tenures.over(replay.generation, replay.execution)) return Borrowing::none;
  const bool other_is_eager = other.phase != Phase::replay;
  const auto life = decide(life_in_replay(tenures[replay.generation], other_is_eager));
  if (life == Slug::capture_borrows_eager_bytes) return Borrowing::eager_bytes;
  if (life == Slug::capture_bytes_cached_for_eager && other_is_eager) return Borrowing::graph_bytes;
  return Borrowing::none;
}

}  // namespace

OrderCase race_case(const Site& first, const Site& second, const Tenures& tenures) {
  OrderCase order;
  order.life = life_step(first, second, tenures);
  order.bytes = bytes_of(first, second, tenures);
  order.host_access = first.phase == Phase::host || second.phase == Phase::host;
  order.same_generation = first.generation == second.generation;
  order.borrowing = borrowing(second, first, tenures);
  if (order.borrowing == Borrowing::none) order.borrowing = borrowing(first, second, tenures);
  order.first = first.mode;
  order.second = second.mode;
  return order;
}

}  // namespace fencepost::checker
