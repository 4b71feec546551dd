#include <fencepost/runtime/cuda/digest_log.h>

#include <algorithm>

namespace fencepost::cuda {
namespace {

bool same_writers(const CellDigest& a, const CellDigest& b) {
  return author_of(a.least) == author_of(b.least) && author_of(a.greatest) == author_of(b.greatest) &&
         execution_of(a.least) == execution_of(b.least);
}

CellDigest digest(std::span<const Word> words) {
  CellDigest result;
  for (std::uint32_t lane = 0; lane < words.size(); ++lane) result.add(words[lane], lane);
  return result;
}

std::span<const LogEntry> find(std::span<const LogView> logs, const ExpectedRead& read) {
  for (const LogView& view : logs) {
    const auto entries = view.log->find(view.entries, read.author, read.execution);
    if (!entries.empty()) return entries;
  }
  return {};
}

}  // namespace

void append_wrong(std::vector<WrongValue>& wrong, const WrongValue& next) {
  if (!wrong.empty()) {
    WrongValue& last = wrong.back();
    if (last.reader == next.reader && last.execution == next.execution && last.bytes.hi == next.bytes.lo &&
        same_writers(last.expected, next.expected) && same_writers(last.found, next.found)) {
      last.bytes.hi = next.bytes.hi;
      return;
    }
  }
  wrong.push_back(next);
}

void DigestLog::add(const LogRecord& record) { records_[{record.author, record.first_execution}] = record; }

std::span<const LogEntry> DigestLog::find(std::span<const LogEntry> entries, AuthorId author,
                                          std::uint32_t execution) const {
  auto position = records_.upper_bound({author, execution});
  if (position == records_.begin()) return {};
  const LogRecord& record = std::prev(position)->second;
  if (record.author != author || execution - record.first_execution >= record.executions) return {};
  const std::uint64_t first = record.base + std::uint64_t{execution - record.first_execution} * record.stride;
  if (first + record.stride > entries.size()) return {};
  return entries.subspan(first, record.stride);
}

ValueDifferences compare_reads(const Reference& reference, const Coordinates& coordinates,
                               std::span<const LogView> logs) {
  ValueDifferences differences;
  for (const ExpectedRead& read : reference.reads()) {
    if (read.cell_count == 0) continue;
    const std::span<const LogEntry> entries = find(logs, read);
    const std::uint64_t expected_stamp = stamp(read.author, read.execution);
    const auto stamped = [&](const LogEntry& entry) { return entry.stamp == expected_stamp; };
    if (entries.size() < read.cell_count || !std::ranges::all_of(entries.first(read.cell_count), stamped)) {
      differences.missing.push_back({read.author, read.execution});
      continue;
    }
    const auto cells = reference.cells_of(read);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (entries[i].cell == cells[i].digest) continue;
      append_wrong(differences.wrong,
                   {read.author, read.execution, coordinates[cells[i].cell], cells[i].digest, entries[i].cell});
    }
  }
  return differences;
}

std::vector<WrongValue> compare_memory(std::span<const Word> expected, std::span<const Word> found,
                                       const Coordinates& coordinates, std::uint32_t first_cell) {
  std::vector<WrongValue> wrong;
  for (std::size_t at = 0; at + words_per_cell <= expected.size(); at += words_per_cell) {
    const CellDigest should = digest(expected.subspan(at, words_per_cell));
    const CellDigest is = digest(found.subspan(at, words_per_cell));
    const auto cell = first_cell + static_cast<std::uint32_t>(at / words_per_cell);
    if (!(should == is)) append_wrong(wrong, {initial_contents, 0, coordinates[cell], should, is});
  }
  return wrong;
}

}  // namespace fencepost::cuda
