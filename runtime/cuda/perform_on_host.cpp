#include <fencepost/runtime/cuda/task.h>

#include <chrono>
#include <thread>

namespace fencepost::cuda {
namespace {

void sleep(const Tables& tables, AuthorId author, std::uint32_t execution, Moment moment) {
  if (tables.delays == nullptr) return;
  const std::uint32_t time = nanoseconds(tables.delays[author], execution, moment);
  if (time != 0) std::this_thread::sleep_for(std::chrono::nanoseconds(time));
}

Word load(const Word* word) { return *static_cast<const volatile Word*>(word); }

CellDigest digest_cell(const Word* words) {
  CellDigest digest;
  for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) digest.add(load(words + lane), lane);
  return digest;
}

std::uint64_t digest_all(const Task& task, const Tables& tables, std::uint32_t execution) {
  const std::uint32_t row = execution - task.log_first;
  std::uint64_t hash = 0;
  std::uint64_t entry = task.log_base + std::uint64_t{row} * task.log_stride;
  for (std::uint32_t access = 0; access < task.range_count; ++access) {
    const TaskRange& range = task.ranges[access];
    if (!is_digested(range.mode)) continue;
    for (std::uint32_t cell = 0; cell < range.cells; ++cell, ++entry) {
      const CellDigest digest = digest_cell(range.words + std::size_t{cell} * words_per_cell);
      hash += contribution(digest, access, cell);
      if (row < task.log_executions && entry < tables.log_size) {
        tables.log[entry] = {stamp(task.author, execution), digest};
      }
    }
  }
  return hash;
}

void write_all(const Task& task, std::uint32_t execution, std::uint64_t hash) {
  for (std::uint32_t access = 0; access < task.range_count; ++access) {
    const TaskRange& range = task.ranges[access];
    if (range.mode == AccessMode::read) continue;
    for (std::uint32_t i = 0; i < range.cells * words_per_cell; ++i) {
      const Place place{access, i / words_per_cell, i % words_per_cell};
      const Word word = compose(task.author, execution, hash, place);
      volatile Word* target = range.words + i;
      *target = range.mode == AccessMode::atomic ? *target + word : word;
    }
  }
}

void sum_all(const Task& task) {
  for (std::uint32_t s = 0; s < task.sum_count; ++s) {
    const TaskSum& sum = task.sums[s];
    Word* const* sources = task.addresses.data() + sum.first_address;
    Word* const* targets = sources + sum.sources;
    for (std::uint32_t i = 0; i < sum.words; ++i) {
      Word total = 0;
      for (std::uint32_t k = 0; k < sum.sources; ++k) total += load(sources[k] + i);
      for (std::uint32_t k = 0; k < sum.targets; ++k) targets[k][i] = total * sum.factor;
    }
  }
}

}  // namespace

void perform_on_host(const Task& task, const Tables& tables) {
  std::uint32_t execution = task.execution;
  if (task.counted) execution = tables.counters[task.author]++;
  if (tables.started != nullptr) tables.started[task.author] = execution + 1;
  sleep(tables, task.author, execution, Moment::before_first_access);
  const std::uint64_t hash = digest_all(task, tables, execution);
  if (task.sum_count != 0) {
    sum_all(task);
  } else if (!task.logs_only) {
    write_all(task, execution, hash);
  }
  if (!task.logs_only) sleep(tables, task.author, execution, Moment::after_last_access);
  if (tables.finished != nullptr) tables.finished[task.author] = execution + 1;
}

}  // namespace fencepost::cuda
