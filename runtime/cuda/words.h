#pragma once

/// What a word of memory says about who wrote it.
///
/// Every byte range of a schedule is played in cells of `words_per_cell` words of 64 bits. A word
/// carries its author (which operation of which executable), the author's execution, and a check
/// over everything that execution read and over the word's own place. So a stale or foreign word
/// names its writer, and no word can match by luck. Sums (atomics, reductions) add whole words
/// modulo 2^64, which is exact in every order.
///
/// Everything here is `constexpr` and used by the host reference and the kernels alike.

#include <cstdint>

namespace fencepost::cuda {

using Word = std::uint64_t;
/// An index into `Authors`.
using AuthorId = std::uint32_t;

inline constexpr unsigned author_bits = 20;
inline constexpr unsigned execution_bits = 16;
inline constexpr unsigned check_bits = 28;
static_assert(author_bits + execution_bits + check_bits == 64);

/// One word for each lane of a warp.
inline constexpr std::uint32_t words_per_cell = 32;
inline constexpr std::uint64_t bytes_per_cell = words_per_cell * sizeof(Word);
inline constexpr std::uint32_t most_authors = 1U << author_bits;

/// Memory that nobody has written yet has this author.
inline constexpr AuthorId initial_contents = 0;

/// A bijection of 64-bit numbers that spreads every input bit over all output bits.
constexpr std::uint64_t mix(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15ULL;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31U);
}

/// Where a word lies: the how-manieth access of its author, cell of that access, word of that cell.
struct Place {
  std::uint32_t access = 0;
  std::uint32_t cell = 0;
  std::uint32_t lane = 0;
};

constexpr std::uint64_t ordinal(Place place) {
  return (std::uint64_t{place.access} << 48U) ^ (std::uint64_t{place.cell} << 8U) ^ place.lane;
}

/// The word that execution number `execution` (from 0) of `author` writes at `place` after it has
/// read what hashes to `read_hash`.
constexpr Word compose(AuthorId author, std::uint32_t execution, std::uint64_t read_hash, Place place) {
  const std::uint64_t check = mix(read_hash ^ mix(ordinal(place)) ^ (std::uint64_t{execution} << 20U) ^ author);
  return (std::uint64_t{author} << (execution_bits + check_bits)) |
         ((std::uint64_t{execution} & ((1U << execution_bits) - 1)) << check_bits) | (check >> (64 - check_bits));
}

constexpr AuthorId author_of(Word word) { return static_cast<AuthorId>(word >> (execution_bits + check_bits)); }
constexpr std::uint32_t execution_of(Word word) {
  return static_cast<std::uint32_t>(word >> check_bits) & ((1U << execution_bits) - 1);
}

/// What memory holds at word `index` of the compressed address space before anybody writes.
constexpr Word initial_word(std::uint64_t index) {
  return compose(
      initial_contents, 0, index,
      Place{0, static_cast<std::uint32_t>(index / words_per_cell), static_cast<std::uint32_t>(index % words_per_cell)});
}

/// A fill stores one 32-bit pattern, so both halves of its words are equal and carry the author.
constexpr std::uint32_t fill_pattern(AuthorId author) { return 0xf0000000U | author; }
constexpr Word fill_word(AuthorId author) {
  return (std::uint64_t{fill_pattern(author)} << 32U) | fill_pattern(author);
}
constexpr bool is_fill_word(Word word) {
  return (word >> 32U) == (word & 0xffffffffU) && (word >> 60U) == 0xfU && ((word >> 20U) & 0xffU) == 0;
}
/// REQUIRES: `is_fill_word(word)`.
constexpr AuthorId fill_author_of(Word word) { return static_cast<AuthorId>(word & (most_authors - 1)); }

/// What a reader notes about one cell. The sum is the same in every order of the lanes; the extreme
/// words name one writer when the cell is whole and two when it is torn.
struct CellDigest {
  std::uint64_t digest = 0;
  Word least = ~Word{0};
  Word greatest = 0;

  constexpr void add(Word word, std::uint32_t lane) {
    digest += lane_digest(word, lane);
    least = word < least ? word : least;
    greatest = word > greatest ? word : greatest;
  }
  static constexpr std::uint64_t lane_digest(Word word, std::uint32_t lane) { return mix(word ^ mix(lane)); }

  friend constexpr bool operator==(const CellDigest&, const CellDigest&) = default;
};

/// How one cell contributes to the hash of everything an execution reads: contributions add up.
constexpr std::uint64_t contribution(const CellDigest& cell, std::uint32_t access, std::uint32_t index) {
  return mix(cell.digest ^ mix(ordinal(Place{access, index, 0})));
}

/// What a reader logs for one cell.
struct LogEntry {
  std::uint64_t stamp = 0;
  CellDigest cell;
};

/// Marks an entry as written by this execution; never 0, which is what an unwritten log holds.
constexpr std::uint64_t stamp(AuthorId author, std::uint32_t execution) {
  return (std::uint64_t{author} << 32U) | (std::uint64_t{execution} + 1);
}

}  // namespace fencepost::cuda
