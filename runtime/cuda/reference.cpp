#include <fencepost/runtime/cuda/movement.h>
#include <fencepost/runtime/cuda/reference.h>

#include <algorithm>

namespace fencepost::cuda {

bool logs_reads(OperationKind kind) {
  return kind == OperationKind::kernel || kind == OperationKind::add_node || kind == OperationKind::host_function ||
         kind == OperationKind::host_access || is_collective(kind);
}

MovedRanges moved_ranges(std::span<const Touch> touches) {
  MovedRanges ranges;
  for (const Touch& touch : touches) {
    if (fencepost::reads(touch.mode)) ranges.reads.push_back(touch.range);
    if (fencepost::writes(touch.mode)) ranges.writes.push_back(touch.range);
  }
  return ranges;
}

Reference::Reference(const Coordinates& coordinates)
    : coordinates_(coordinates), memory_(std::size_t{coordinates.size()} * words_per_cell) {
  for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = initial_word(i);
}

void Reference::execute(const Effect& effect) {
  const std::uint64_t read_hash = logs_reads(effect.kind) ? read_all(effect) : 0;
  switch (effect.kind) {
    case OperationKind::copy:
      return copy(effect);
    case OperationKind::fill:
      return fill(effect, fill_word(effect.author));
    default:
      if (!is_collective(effect.kind) || !sum(effect)) write_all(effect, read_hash);
  }
}

std::uint64_t Reference::read_all(const Effect& effect) {
  ExpectedRead read{effect.author, effect.execution, static_cast<std::uint32_t>(cells_.size()), 0};
  std::uint64_t hash = 0;
  for (std::uint32_t access = 0; access < effect.touches.size(); ++access) {
    const Touch& touch = effect.touches[access];
    if (touch.mode == AccessMode::write || touch.mode == AccessMode::atomic) continue;
    const std::uint32_t first = coordinates_.cell_at(touch.range.lo);
    for (std::uint32_t i = 0; i < coordinates_.cells(touch.range); ++i) {
      CellDigest digest;
      for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) digest.add(cell(first + i)[lane], lane);
      hash += contribution(digest, access, i);
      cells_.push_back({first + i, digest});
    }
  }
  read.cell_count = static_cast<std::uint32_t>(cells_.size()) - read.first_cell;
  reads_.push_back(read);
  return hash;
}

void Reference::write_all(const Effect& effect, std::uint64_t read_hash) {
  for (std::uint32_t access = 0; access < effect.touches.size(); ++access) {
    const Touch& touch = effect.touches[access];
    if (touch.mode == AccessMode::read) continue;
    const std::uint32_t first = coordinates_.cell_at(touch.range.lo);
    for (std::uint32_t i = 0; i < coordinates_.cells(touch.range); ++i) {
      for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) {
        const Word word = compose(effect.author, effect.execution, read_hash, Place{access, i, lane});
        Word& target = cell(first + i)[lane];
        target = touch.mode == AccessMode::atomic ? target + word : word;
        if (touch.mode == AccessMode::atomic) sums_[target] = {effect.author, effect.execution};
      }
    }
  }
}

void Reference::copy(const Effect& effect) {
  const MovedRanges ranges = moved_ranges(effect.touches);
  if (ranges.reads.size() != 1 || ranges.writes.size() != 1) return;
  const std::uint32_t from = coordinates_.cell_at(ranges.reads[0].lo);
  const std::uint32_t to = coordinates_.cell_at(ranges.writes[0].lo);
  const std::uint32_t cells = std::min(coordinates_.cells(ranges.reads[0]), coordinates_.cells(ranges.writes[0]));
  const auto source = memory_.begin() + static_cast<std::ptrdiff_t>(std::size_t{from} * words_per_cell);
  const std::vector<Word> moved(source, source + static_cast<std::ptrdiff_t>(std::size_t{cells} * words_per_cell));
  std::ranges::copy(moved, memory_.begin() + static_cast<std::ptrdiff_t>(std::size_t{to} * words_per_cell));
}

void Reference::fill(const Effect& effect, Word word) {
  for (const Touch& touch : effect.touches) {
    for (std::uint32_t i = coordinates_.cell_at(touch.range.lo); i < coordinates_.cell_at(touch.range.hi); ++i) {
      std::ranges::fill(cell(i), word);
    }
  }
}

bool Reference::sum(const Effect& effect) {
  const MovedRanges ranges = moved_ranges(effect.touches);
  const std::vector<Sum> sums = movement(effect.kind, effect.ranks, ranges.reads, ranges.writes);
  for (const Sum& one : sums) {
    const std::uint32_t cells = coordinates_.cells({one.to[0], one.to[0] + one.length});
    for (std::uint32_t i = 0; i < cells; ++i) {
      for (std::uint32_t lane = 0; lane < words_per_cell; ++lane) {
        Word total = 0;
        for (const Address from : one.from) total += cell(coordinates_.cell_at(from) + i)[lane];
        total *= one.factor;
        for (const Address to : one.to) cell(coordinates_.cell_at(to) + i)[lane] = total;
        if (one.from.size() > 1 || one.factor != 1) sums_[total] = {effect.author, effect.execution};
      }
    }
  }
  return !sums.empty();
}

std::optional<WordWriter> Reference::trace_writer(Word word, const Authors& authors) const {
  if (const auto found = sums_.find(word); found != sums_.end()) return found->second;
  if (is_fill_word(word) && fill_author_of(word) < authors.size()) return WordWriter{fill_author_of(word), 0};
  if (author_of(word) < authors.size()) return WordWriter{author_of(word), execution_of(word)};
  return std::nullopt;
}

}  // namespace fencepost::cuda
