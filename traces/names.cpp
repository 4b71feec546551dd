#include <fencepost/traces/edit_distance.h>
#include <fencepost/traces/names.h>

#include <bit>
#include <cstring>

namespace fencepost {
namespace {

constexpr std::size_t initial_slots = 16;

/// Eight bytes a step; names are short and looked up several times a line. Only the layout of the
/// table depends on it, never a result, so it may differ between byte orders.
std::uint32_t hash_of(std::string_view name) {
  constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15U;
  std::uint64_t state = name.size() * multiplier;
  while (!name.empty()) {
    std::uint64_t word = 0;
    const std::size_t taken = name.size() < sizeof word ? name.size() : sizeof word;
    std::memcpy(&word, name.data(), taken);
    state = (std::rotl(state, 29) ^ word) * multiplier;
    name.remove_prefix(taken);
  }
  return static_cast<std::uint32_t>((state ^ (state >> 32)) >> 3);
}

}  // namespace

std::size_t NameTable::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].index != empty_slot && (slots_[at].hash != hash || names_[slots_[at].index] != name)) {
    at = (at + 1) & mask;
  }
  return at;
}

void NameTable::grow() {
  std::vector<Slot> larger(slots_.empty() ? initial_slots : slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.index == empty_slot) continue;
    std::size_t at = slot.hash & mask;
    while (larger[at].index != empty_slot) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (names_.size() * 2 >= slots_.size()) grow();
  const std::uint32_t hash = hash_of(name);
  Slot& slot = slots_[slot_of(name, hash)];
  if (slot.index == empty_slot) {
    slot = {hash, static_cast<std::uint32_t>(names_.size())};
    names_.emplace_back(name);
  }
  return slot.index;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(name, hash_of(name))];
  if (slot.index == empty_slot) return std::nullopt;
  return slot.index;
}

std::optional<std::string_view> NameTable::nearest(std::string_view name) const { return nearest_word(name, names_); }

Names::Names() {
  intern<ThreadTag>("main");
  intern<DeviceTag>("gpu0");
}

}  // namespace fencepost
