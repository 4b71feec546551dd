#pragma once

/// The values a correct execution shows: the same arithmetic as the kernels', in issue order.

#include <fencepost/runtime/cuda/authors.h>
#include <fencepost/runtime/cuda/coordinates.h>
#include <fencepost/runtime/cuda/script.h>
#include <fencepost/runtime/cuda/words.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace fencepost::cuda {

/// The cells that one execution reads, in the order in which it logs them.
struct ExpectedRead {
  AuthorId author = initial_contents;
  std::uint32_t execution = 0;
  std::uint32_t first_cell = 0;  ///< index into `Reference::cells`
  std::uint32_t cell_count = 0;
};

/// One cell of an expected read.
struct ExpectedCell {
  std::uint32_t cell = 0;  ///< of the coordinates
  CellDigest digest;
};

struct WordWriter {
  AuthorId author = initial_contents;
  std::uint32_t execution = 0;
};

/// Evaluates effects one after the other. Not thread-safe.
class Reference {
 public:
  /// `coordinates` must outlive the reference and cover every effect.
  explicit Reference(const Coordinates& coordinates);

  void execute(const Effect& effect);

  [[nodiscard]] std::span<const ExpectedRead> reads() const { return reads_; }
  [[nodiscard]] std::span<const ExpectedCell> cells_of(const ExpectedRead& read) const {
    return std::span(cells_).subspan(read.first_cell, read.cell_count);
  }
  /// What memory holds in the end, word by word of the compressed address space.
  [[nodiscard]] std::span<const Word> memory() const { return memory_; }

  /// Who wrote `word`: by its fields, or because a sum made it. Empty: nobody who is known.
  [[nodiscard]] std::optional<WordWriter> trace_writer(Word word, const Authors& authors) const;

 private:
  std::span<Word> cell(std::uint32_t index) {
    return std::span(memory_).subspan(std::size_t{index} * words_per_cell, words_per_cell);
  }
  /// Digests every range that the effect reads; returns the hash of all of it.
  std::uint64_t read_all(const Effect& effect);
  void write_all(const Effect& effect, std::uint64_t read_hash);
  void copy(const Effect& effect);
  void fill(const Effect& effect, Word word);
  /// False when the collective has to be played as a kernel.
  bool sum(const Effect& effect);

  const Coordinates& coordinates_;
  std::vector<Word> memory_;
  std::vector<ExpectedRead> reads_;
  std::vector<ExpectedCell> cells_;
  std::unordered_map<Word, WordWriter> sums_;
};

/// Whether work of this kind logs what it reads: kernels, collectives and the host do, copies do not.
bool logs_reads(OperationKind kind);
/// The ranges that `movement` wants of an effect's touches.
struct MovedRanges {
  std::vector<AddressRange> reads, writes;
};
MovedRanges moved_ranges(std::span<const Touch> touches);

}  // namespace fencepost::cuda
