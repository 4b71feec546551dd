#pragma once

/// Where decisions come from.
///
/// A decoder turns a sequence of bounded choices into a schedule. The same decoder serves random
/// generation, fuzzing and exhaustive enumeration: each is another source of choices. By convention
/// the choice 0 is the simplest, and a source that has run out chooses 0 for ever.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::properties {

class ChoiceSource {
 public:
  ChoiceSource() = default;
  ChoiceSource(const ChoiceSource&) = delete;
  ChoiceSource& operator=(const ChoiceSource&) = delete;
  virtual ~ChoiceSource() = default;

  /// A number below `bound`. REQUIRES: 1 <= bound <= 256.
  virtual std::uint32_t choose(std::uint32_t bound) = 0;
  /// No choice is left but 0.
  [[nodiscard]] virtual bool exhausted() const = 0;

  /// True in `part` of `whole` cases; false is the simpler one.
  bool chance(std::uint32_t part, std::uint32_t whole) { return choose(whole) >= whole - part; }
};

/// A recorded sequence, one byte for each choice. What a fuzzer mutates and a shrinker shortens.
using Tape = std::vector<std::uint8_t>;

/// Reads a tape, which must outlive it.
class TapeReader final : public ChoiceSource {
 public:
  explicit TapeReader(std::span<const std::uint8_t> tape) : tape_(tape) {}

  std::uint32_t choose(std::uint32_t bound) override { return exhausted() ? 0 : tape_[next_++] % bound; }
  [[nodiscard]] bool exhausted() const override { return next_ == tape_.size(); }

 private:
  std::span<const std::uint8_t> tape_;
  std::size_t next_ = 0;
};

/// Every sequence of choices that a decoder can make, one after another:
///
///   Enumeration all;
///   do use(decode(all)); while (all.advance());
///
/// The decoder must make finitely many choices. `exhausted` is always false.
class Enumeration final : public ChoiceSource {
 public:
  std::uint32_t choose(std::uint32_t bound) override;
  [[nodiscard]] bool exhausted() const override { return false; }

  /// Goes to the next sequence and to its beginning; false when there is none.
  bool advance();

 private:
  struct Choice {
    std::uint32_t value = 0;
    std::uint32_t bound = 1;
  };
  std::vector<Choice> choices_;
  std::size_t next_ = 0;
};

/// A tape of `length` bytes that depends on `seed` and `number` only, on every machine.
Tape random_tape(std::uint64_t seed, std::uint64_t number, std::size_t length);

}  // namespace fencepost::properties
