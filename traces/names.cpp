#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/names.h>

#include <bit>
#include <cstring>
#include <utility>

namespace fencepost {
namespace {

constexpr std::size_t initial_slots = 16;
constexpr std::size_t short_name = 8;
constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15U;

template <class Word>
std::uint64_t load(const char* from) {
  Word word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// All bytes of a name of at most eight; different for different names of the same size.
std::uint64_t packed(std::string_view name) {
  const char* const first = name.data();
  const std::size_t size = name.size();
  if (size >= 4) return load<std::uint32_t>(first) | load<std::uint32_t>(first + size - 4) << 32;
  if (size == 0) return 0;
  const auto byte = [first](std::size_t at) { return std::uint64_t{static_cast<unsigned char>(first[at])}; };
  return byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
}

/// Eight bytes a step, the last step overlapping the one before.
std::uint64_t hash_of_long(std::string_view name) {
  std::uint64_t state = 0;
  for (std::size_t at = 0; at + short_name < name.size(); at += short_name) {
    state = (std::rotl(state, 29) ^ load<std::uint64_t>(name.data() + at)) * multiplier;
  }
  return (std::rotl(state, 29) ^ load<std::uint64_t>(name.data() + name.size() - short_name)) * multiplier;
}

}  // namespace

// The layout of the table depends on the byte order, but no result does.
NameTable::Key NameTable::key_of(std::string_view name) {
  return {name.size() <= short_name ? packed(name) : hash_of_long(name), static_cast<std::uint32_t>(name.size())};
}

std::size_t NameTable::home_of(const Key& key) const {
  // The highest bits of the product are those that every bit of the key has a part in.
  return (key.bits ^ key.size) * multiplier >> std::countl_zero(slots_.size() - 1);
}

std::size_t NameTable::slot_of(std::string_view name, const Key& key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = home_of(key);
  while (slots_[at].index != empty_slot) {
    if (slots_[at].key == key && (name.size() <= short_name || names_[slots_[at].index] == name)) break;
    at = (at + 1) & mask;
  }
  return at;
}

void NameTable::grow() {
  const std::vector<Slot> smaller = std::move(slots_);
  slots_.assign(smaller.empty() ? initial_slots : smaller.size() * 2, Slot{});
  for (const Slot& slot : smaller) {
    if (slot.index == empty_slot) continue;
    std::size_t at = home_of(slot.key);
    while (slots_[at].index != empty_slot) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (names_.size() * 2 >= slots_.size()) grow();
  const Key key = key_of(name);
  Slot& slot = slots_[slot_of(name, key)];
  if (slot.index == empty_slot) {
    slot = {key, static_cast<std::uint32_t>(names_.size())};
    names_.emplace_back(name);
  }
  return slot.index;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(name, key_of(name))];
  if (slot.index == empty_slot) return std::nullopt;
  return slot.index;
}

std::optional<std::string_view> NameTable::nearest(std::string_view name) const { return nearest_word(name, names_); }

Names::Names() {
  intern<ThreadTag>("main");
  intern<DeviceTag>("gpu0");
}

}  // namespace fencepost
