#include <fencepost/runtime/cuda/movement.h>
#include <fencepost/runtime/cuda/task_maker.h>

#include <algorithm>

#include <fmt/format.h>

namespace fencepost::cuda {

Word* Arenas::of(MemoryKind memory) const {
  switch (memory) {
    case MemoryKind::device:
      return device;
    case MemoryKind::pinned:
    case MemoryKind::mapped:
      return pinned;
    case MemoryKind::pageable:
      return pageable;
    case MemoryKind::managed:
      return nullptr;
  }
  return nullptr;
}

void TaskMaker::place(BufferId buffer, Address base, MemoryKind memory) {
  if (placements_.size() <= buffer.index()) placements_.resize(buffer.index() + 1);
  placements_[buffer.index()] = {true, base, memory};
}

MemoryKind TaskMaker::memory(BufferId buffer) const {
  return buffer.index() < placements_.size() ? placements_[buffer.index()].memory : MemoryKind::device;
}

AddressRange TaskMaker::range(const Access& access) const {
  const Address base = placements_[access.buffer.index()].base;
  return {base + access.lo, base + access.hi};
}

WordRange TaskMaker::words(const Access& access) const {
  const AddressRange bytes = range(access);
  Word* arena = arenas_.of(placements_[access.buffer.index()].memory);
  return {arena + std::size_t{coordinates_.cell_at(bytes.lo)} * words_per_cell, coordinates_.cells(bytes)};
}

tl::expected<Task, std::string> TaskMaker::make(const Operation& operation, std::uint64_t ranks) const {
  if (operation.accesses.size() > most_ranges) {
    return tl::unexpected(fmt::format("it has more than {} accesses", most_ranges));
  }
  Task task;
  for (const Access& access : operation.accesses) {
    const std::size_t index = access.buffer.index();
    if (index >= placements_.size() || !placements_[index].placed) {
      return tl::unexpected(std::string("a buffer that it names has no bytes"));
    }
    if (arenas_.of(placements_[index].memory) == nullptr) {
      return tl::unexpected(std::string("managed memory is not played"));
    }
    const WordRange range = words(access);
    task.ranges[task.range_count++] = {range.words, range.cells, access.mode};
    if (is_digested(access.mode)) task.log_stride += range.cells;
  }
  if (is_collective(operation.kind) && !add_sums(task, operation, ranks)) {
    return tl::unexpected(fmt::format("it moves more than {} pieces", most_sums));
  }
  return task;
}

TaskMaker::Ranges TaskMaker::ranges(const Operation& operation) const {
  Ranges result;
  for (const Access& access : operation.accesses) {
    if (fencepost::reads(access.mode)) result.reads.push_back(range(access));
    if (fencepost::writes(access.mode)) result.writes.push_back(range(access));
  }
  return result;
}

Word* TaskMaker::device_word(Address address) const {
  return arenas_.device + std::size_t{coordinates_.cell_at(address)} * words_per_cell;
}

bool TaskMaker::add_sums(Task& task, const Operation& operation, std::uint64_t ranks) const {
  const auto [reads, writes] = ranges(operation);
  std::uint32_t used = 0;
  for (const Sum& sum : movement(operation.kind, ranks, reads, writes)) {
    if (task.sum_count == most_sums || used + sum.from.size() + sum.to.size() > most_addresses) return false;
    TaskSum& added = task.sums[task.sum_count++];
    added.factor = sum.factor;
    added.words = coordinates_.cells({sum.to[0], sum.to[0] + sum.length}) * words_per_cell;
    added.first_address = static_cast<std::uint16_t>(used);
    added.sources = static_cast<std::uint16_t>(sum.from.size());
    added.targets = static_cast<std::uint16_t>(sum.to.size());
    for (const Address from : sum.from) task.addresses[used++] = device_word(from);
    for (const Address to : sum.to) task.addresses[used++] = device_word(to);
  }
  return true;
}

std::vector<RankShare> TaskMaker::shares(const Operation& operation, std::uint64_t ranks) const {
  const auto [reads, writes] = ranges(operation);
  if (reads.size() != writes.size() || movement(operation.kind, ranks, reads, writes).empty()) return {};
  const bool on_device = std::ranges::all_of(
      operation.accesses, [&](const Access& access) { return memory(access.buffer) == MemoryKind::device; });
  if (!on_device) return {};
  std::vector<RankShare> result;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    std::uint64_t sent = coordinates_.cells(reads[i]);
    std::uint64_t received = coordinates_.cells(writes[i]);
    const std::uint64_t contributed = sent * words_per_cell;
    if (operation.kind == OperationKind::all_gather) sent *= ranks;
    if (operation.kind == OperationKind::reduce_scatter) received *= ranks;
    if (sent != received) return {};
    result.push_back({device_word(reads[i].lo), device_word(writes[i].lo), contributed});
  }
  return result;
}

}  // namespace fencepost::cuda
