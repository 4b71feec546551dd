#pragma once

/// The options of the trace language: `key=value` and bare flags.
///
/// One key may mean different things in different statements (`kind=` of a stream and of a pool);
/// each meaning is an `Option` of its own, so that a statement's row says which it takes.

#include <fencepost/traces/namespaces.h>
#include <fencepost/traces/operation.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace fencepost {

enum class Option : std::uint8_t {
  // A second operand.
  stream,
  device,
  pool,
  communicator,
  buffer,
  graph,
  from_graph,
  node,
  // Bytes.
  reads,
  writes,
  updates,
  atomics,
  from_range,
  to_range,
  // One word of several.
  stream_kind,
  pool_kind,
  memory,
  mode,
  allocator_profile,
  communicator_profile,
  ready,
  // Numbers.
  ranks,
  threads,
  value,
  priority,
  time,
  address,
  // Flags.
  external,
  synchronous,
  early,
  auto_free,
  move,
  graph_capture_record_stream_reuse,
  // Every statement.
  expect,
  note,
};
inline constexpr std::uint8_t option_count = static_cast<std::uint8_t>(Option::note) + 1;

/// A set of options.
class OptionSet {
 public:
  constexpr OptionSet() = default;
  constexpr OptionSet(std::initializer_list<Option> options) {
    for (const Option option : options) insert(option);
  }
  constexpr void insert(Option option) { bits_ |= bit(option); }
  [[nodiscard]] constexpr bool contains(Option option) const { return (bits_ & bit(option)) != 0; }
  [[nodiscard]] constexpr bool includes(OptionSet other) const { return (other.bits_ & ~bits_) == 0; }

 private:
  static constexpr std::uint64_t bit(Option option) { return std::uint64_t{1} << static_cast<std::uint8_t>(option); }
  std::uint64_t bits_ = 0;
};

/// A short list of options in the order in which they are printed.
class OptionList {
 public:
  static constexpr std::size_t capacity = 10;

  constexpr OptionList() = default;
  constexpr OptionList(std::initializer_list<Option> options) {
    for (const Option option : options) options_[size_++] = option;
  }
  [[nodiscard]] constexpr OptionList followed_by(std::initializer_list<Option> more) const {
    OptionList result = *this;
    for (const Option option : more) result.options_[result.size_++] = option;
    return result;
  }
  [[nodiscard]] constexpr const Option* begin() const { return options_.data(); }
  [[nodiscard]] constexpr const Option* end() const { return options_.data() + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }

 private:
  std::array<Option, capacity> options_{};
  std::size_t size_ = 0;
};

/// How the text after `=` is read.
enum class ValueForm : std::uint8_t {
  flag,     ///< none: the key alone
  name,     ///< a declared name
  word,     ///< one of a fixed list of words
  range,    ///< one range of a buffer
  ranges,   ///< several, separated by commas
  count,    ///< a number above zero
  number,   ///< any number
  integer,  ///< a number that may be negative
  time,
  address,  ///< 0x…
  status,
  text,  ///< in quotes
};

struct OptionRow {
  Option option;
  std::string_view key;
  ValueForm form;
  Namespace space = Namespace::none;     ///< of names
  AccessMode access = AccessMode::read;  ///< of ranges
  std::string_view placeholder = {};     ///< of the value, in a synopsis; empty: the words or the namespace
};

/// Every option, in the order of the enumeration.
extern const std::array<OptionRow, option_count> option_table;

inline const OptionRow& row(Option option) { return option_table[static_cast<std::uint8_t>(option)]; }

/// The words that `option` accepts, in the order of the enumeration they stand for.
std::span<const std::string_view> words(Option option);

}  // namespace fencepost
